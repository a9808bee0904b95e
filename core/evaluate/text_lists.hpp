// Texts stored one after the other and grouped by sentence, as metrics need them.
#pragma once

#include <cstdint>
#include <span>

#include "common/types.hpp"

namespace dragoman::evaluate {

/// Text t is words[text[t], text[t+1]), sentence s owns the texts [sentence[s], sentence[s+1]).
struct TextLists {
  std::span<const WordId> words;
  std::span<const std::uint64_t> text;
  std::span<const std::uint64_t> sentence;

  std::size_t texts() const { return text.size() - 1; }
  std::size_t sentences() const { return sentence.size() - 1; }
  std::span<const WordId> operator[](std::size_t t) const {
    return words.subspan(text[t], text[t + 1] - text[t]);
  }
};

/// Throws ConfigError unless offsets fit, both have the same number of sentences, and every
/// sentence has a reference.
void check_text_lists(const TextLists& candidates, const TextLists& references);

}  // namespace dragoman::evaluate
