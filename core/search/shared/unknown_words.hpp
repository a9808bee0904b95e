// What becomes of a source word that no rule translates.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace dragoman::search {

/// What happens to a source word that no rule translates.
enum class UnknownWords {
  kCopy,
  kDrop,  ///< except words with a digit
  kMark,  ///< copied between the marks U+27E8 and U+27E9
};

/// The target words of an unknown word: itself, itself between marks, or none.
inline std::vector<std::string> unknown_word(const std::string& word, UnknownWords treatment) {
  if (treatment == UnknownWords::kMark) return {"\u27e8" + word + "\u27e9"};
  const bool digit = std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
  if (treatment == UnknownWords::kCopy || digit) return {word};
  return {};
}

}  // namespace dragoman::search
