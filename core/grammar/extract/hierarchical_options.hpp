// Which hierarchical rules are extracted: the constraints of Chiang (2007, section 3.2).
#pragma once

#include <cstddef>
#include <vector>

namespace dragoman::grammar {

class SideCounts;

struct HierarchicalLimits {
  std::size_t max_span;           ///< words of a rule's phrase pair, on either side
  std::size_t max_symbols;        ///< words and non-terminals on the source side
  std::size_t max_non_terminals;  ///< 0, 1 or 2
  std::size_t min_hole;           ///< source words that a non-terminal stands for
  bool adjacent;                  ///< non-terminals may stand together on the source side
};

/// By suffix array, for given sentences.
struct HierarchicalOptions {
  HierarchicalLimits limits;
  std::size_t sentence_span;  ///< words that a rule may cover in the sentences
  std::size_t top;            ///< keep only so many rules for a source side; 0: all
  std::size_t sample;         ///< use at most so many occurrences of a pattern; 0: all
  std::size_t frequent;       ///< keep the matches of pairs of so many frequent words
  std::size_t threads = 1;
  /// Of the target sides of every segment, with the same limits; none: target sides are looked up.
  std::vector<const SideCounts*> counts = {};
};

/// Throws ConfigError if a number is out of range.
void check(const HierarchicalLimits& limits);
void check(const HierarchicalOptions& options);

}  // namespace dragoman::grammar
