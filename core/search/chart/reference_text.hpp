// The text that forced decoding of a chart must produce.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "common/types.hpp"

namespace dragoman::search::chart {

/// Words [from, to) of the text; kAnywhere for no words at all, which fit everywhere.
struct Extent {
  static constexpr std::uint32_t kAnywhere = 0xFFFFFFFF;
  std::uint32_t from = kAnywhere, to = kAnywhere;
  bool empty() const { return from == kAnywhere; }
  friend auto operator<=>(const Extent&, const Extent&) = default;
};

class ReferenceText {
 public:
  void assign(std::vector<WordId> words) {
    words_ = std::move(words);
    places_.clear();
    for (std::uint32_t i = 0; i < words_.size(); ++i) places_[words_[i]].push_back(i);
  }

  std::span<const WordId> words() const { return words_; }
  bool has(WordId word) const { return places_.contains(word); }
  bool has(WordId word, std::uint32_t place) const {
    return place < words_.size() && words_[place] == word;
  }
  std::span<const std::uint32_t> places(WordId word) const {
    const auto found = places_.find(word);
    return found == places_.end() ? std::span<const std::uint32_t>() : found->second;
  }

  /// Whether the text begins with these words; whether it consists of them.
  static bool begins(const Extent& words) { return words.empty() || words.from == 0; }
  bool is_whole(const Extent& words) const {
    return words.empty() ? words_.empty() : begins(words) && words.to == words_.size();
  }

 private:
  std::vector<WordId> words_;
  std::unordered_map<WordId, std::vector<std::uint32_t>> places_;
};

}  // namespace dragoman::search::chart
