// Word translation probabilities in both directions, over the word pairs that occur together.
//
// Row f lists the target words that occur in a sentence pair with source word f, in increasing
// order. A pair's place in the lists is its slot; both directions share it, so that one look-up
// serves t(e|f) and t(f|e).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "common/types.hpp"

namespace dragoman::align {

/// Not a slot: the words never occurred together.
inline constexpr std::uint64_t kNoSlot = ~std::uint64_t{0};

/// The smallest probability. Training raises smaller ones to it. Words that never occurred
/// together, and unknown words, have this probability. A pair with this probability in both
/// directions need not be stored.
inline constexpr double kFloor = 1e-10;
/// Of two words neither of which was seen in training: they are likelier each other's translations
/// than those of known words.
inline constexpr double kBothNew = 1e-4;

/// t(target|source) and t(source|target) of one word pair.
struct Probabilities {
  double forward, reverse;
  bool negligible() const { return forward <= kFloor && reverse <= kFloor; }
};

struct TranslationTable {
  std::span<const std::uint64_t> rows;    // one entry more than there are source words
  std::span<const WordId> targets;        // increasing within a row
  std::span<const Probabilities> values;  // of each slot
  std::span<const double> null_forward;   // t(e|NULL)
  std::span<const double> null_reverse;   // t(f|NULL)

  std::size_t source_words() const { return rows.size() - 1; }
  std::size_t target_words() const { return null_forward.size(); }

  std::uint64_t slot(WordId source, WordId target) const {
    const auto begin = targets.begin() + static_cast<std::ptrdiff_t>(rows[source]);
    const auto end = targets.begin() + static_cast<std::ptrdiff_t>(rows[source + 1]);
    const auto found = std::lower_bound(begin, end, target);
    if (found == end || *found != target) return kNoSlot;
    return static_cast<std::uint64_t>(found - targets.begin());
  }

  /// Throws ModelError unless every index is in range and rows increase.
  void check() const;
};

}  // namespace dragoman::align
