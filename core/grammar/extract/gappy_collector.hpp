// All occurrences of phrase pairs in a line, contiguous and with gaps, with the hashes that they
// are known by.
#pragma once

#include "grammar/extract/gappy_pairs.hpp"
#include "grammar/extract/gappy_rules.hpp"
#include "grammar/extract/gappy_table_scorer.hpp"

namespace dragoman::grammar {

/// The words of a side as bits from its first word on.
inline std::uint32_t bits_of(std::span<const std::uint32_t> positions) {
  std::uint32_t bits = 0;
  for (const std::uint32_t position : positions) bits |= 1U << (position - positions.front());
  return bits;
}

inline std::uint64_t hash_of_words(std::span<const WordId> text,
                                   std::span<const std::uint32_t> positions) {
  SymbolHash hash;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i > 0 && positions[i] != positions[i - 1] + 1) hash.add(kGap);
    hash.add(static_cast<Symbol>(text[positions[i]]));
  }
  return hash.value();
}

/// Threads do not share it: each has its own.
class GappyCollector {
 public:
  /// The segment, seen from the source side, must outlive it.
  GappyCollector(const Segment& text, const SideLimits& source, const SideLimits& target)
      : text_(text), pairs_(text, source, target) {}

  /// Calls f(instance) for every one of a line, or for those with gaps.
  template <typename F>
  void collect(std::size_t line, bool contiguous, F&& f) {
    GappyInstance pair{};
    pair.line = static_cast<std::uint32_t>(line);
    pairs_.for_each(
        pair.line,
        [&](std::span<const std::uint32_t> source) {
          pair.source_hash = hash_of_words(text_.from.text, source);
          pair.source_words = bits_of(source);
          pair.source_begin = static_cast<std::uint16_t>(source[0] - text_.from.begin[line]);
        },
        [&](std::span<const std::uint32_t> target) {
          pair.target_words = bits_of(target);
          if (pair.contiguous() && !contiguous) return;
          pair.target_hash = hash_of_words(text_.to.text, target);
          pair.target_begin = static_cast<std::uint16_t>(target[0] - text_.to.begin[line]);
          f(pair);
        });
  }

 private:
  Segment text_;
  GappyPairs pairs_;
};

}  // namespace dragoman::grammar
