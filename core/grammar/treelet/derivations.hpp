// TAG derivations of the target side of a bitext as numbers, an element for each word
// (src/dragoman/treelet/derivation.py says what they mean).
#pragma once

#include <cstdint>
#include <span>

#include "grammar/index/aligned_corpus.hpp"

namespace dragoman::treelet {

/// The spine of a word: a number of an inventory. In a sentence without a derivation all words have
/// kNoSpine.
using SpineId = std::uint32_t;
inline constexpr SpineId kNoSpine = 0xffffffff;
/// The head of a word that hangs on none.
inline constexpr std::int32_t kNoHead = -1;

/// The derivation of one sentence.
struct Derivation {
  std::span<const SpineId> spines;
  std::span<const std::int32_t> heads;  ///< positions in the sentence, or kNoHead
  std::span<const std::uint8_t> nodes;  ///< of the head's spine, counted from the lowest
  std::span<const std::uint8_t> copies;

  bool known() const { return spines.empty() || spines.front() != kNoSpine; }
};

/// Those of all sentences, end to end.
struct Derivations {
  Derivation words;

  /// Throws ConfigError unless there is an element for each word and heads lie in their sentences.
  void check(const grammar::CorpusSide& target) const;
  Derivation sentence(const grammar::CorpusSide& target, std::size_t line) const {
    const std::size_t begin = target.offsets[line], size = target.offsets[line + 1] - begin;
    return {words.spines.subspan(begin, size), words.heads.subspan(begin, size),
            words.nodes.subspan(begin, size), words.copies.subspan(begin, size)};
  }
};

}  // namespace dragoman::treelet
