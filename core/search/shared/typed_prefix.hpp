// The beginning that a translation must have because a person has typed it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "forest/prefix_words.hpp"
#include "search/shared/target_words.hpp"

namespace dragoman::search {

/// The automaton that reads the typed words and then anything. Its state is the number of typed
/// words that are produced. Without typed words it is not used, and everything is allowed.
class TypedPrefix {
 public:
  /// `words` numbers the words of the sentence's options and must outlive the prefix.
  void assign(const forest::Prefix& prefix, TargetWords& words);

  bool used() const { return !spellings_.empty(); }
  std::size_t size() const { return spellings_.size(); }

  /// The typed words that are produced once a phrase follows the first `produced` ones; nothing if
  /// the phrase does not go on as typed.
  std::optional<std::uint32_t> after(std::uint32_t produced, std::span<const WordId> phrase) const;

  /// Whether a word is the typed one at a place, or the last one and begins as typed.
  bool stands(std::size_t place, WordId word) const;

  /// Whether a phrase can produce some of the typed words.
  bool has(std::span<const Symbol> phrase) const;

 private:
  const TargetWords* words_ = nullptr;
  std::vector<std::vector<WordId>> spellings_;  ///< of each typed word
  std::vector<std::string> beginnings_;         ///< of the last word, if it may be incomplete
  mutable std::unordered_map<WordId, bool> begun_;
};

}  // namespace dragoman::search
