// What the models know of a word: hashes of its form, of its lower-cased form and of its parts.
//
// There is no vocabulary: a word that was not in the treebank has features that have no weights.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace dragoman::parse {

/// Values of what lies before and after the sentence, for every attribute of a word.
inline constexpr std::uint32_t kBefore = 1;
inline constexpr std::uint32_t kAfter = 2;

struct Word {
  std::uint32_t form, lower, shape;
  std::array<std::uint32_t, 3> prefix;  // of 1, 2, 3 characters of the lower-cased form
  std::array<std::uint32_t, 4> suffix;  // of 1, 2, 3, 4 characters
};

/// The attributes of a word; `lower` is the form in lower case (Python knows Unicode's cases).
Word word_of(std::string_view form, std::string_view lower);

constexpr Word sentinel_word(std::uint32_t v) { return {v, v, v, {v, v, v}, {v, v, v, v}}; }
inline constexpr Word kWordBefore = sentinel_word(kBefore), kWordAfter = sentinel_word(kAfter);

/// The words of a sentence, with sentinels on both sides.
class Words {
 public:
  explicit Words(std::span<const Word> words) : words_(words) {}

  std::int32_t size() const { return static_cast<std::int32_t>(words_.size()); }
  const Word& operator[](std::int32_t i) const {
    return i < 0 ? kWordBefore : i < size() ? words_[static_cast<std::size_t>(i)] : kWordAfter;
  }

 private:
  std::span<const Word> words_;
};

}  // namespace dragoman::parse
