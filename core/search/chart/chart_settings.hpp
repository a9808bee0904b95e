// How the chart decoder searches: limits that trade accuracy for speed. Defaults and ranges are
// declared in Python (src/dragoman/search/chart_options.py).
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/shared/unknown_words.hpp"

namespace dragoman::search::chart {

/// How the best edges into a span are found: cube_pruning.hpp, guided_search.hpp.
enum class ChartAlgorithm : std::uint8_t { kCube, kGuided };

struct ChartSettings {
  ChartAlgorithm algorithm;
  std::size_t pop_limit;    ///< edges made for a span
  double guide;             ///< guided search: how quickly bad spans lose edges
  std::size_t table_limit;  ///< rules kept for a source side; 0: all
  std::size_t max_span;     ///< words that a rule with non-terminals may extend over
  /// How often rules whose source side is one non-terminal are applied one after the other.
  std::size_t max_unary;
  bool crossings;  ///< the feature of crossed subtrees (span_crossings.hpp)
  bool lattice;    ///< the feature of lattice scores
  UnknownWords unknown;
  bool punctuation_walls;  ///< only glue joins what lies on both sides of . , ; and so on
  /// Forced decoding: where the rules do not lead to the reference, add what is missing.
  bool force_relaxed;
  /// Edges of a sentence after which the pop limit becomes smaller (never below ten). 0: none.
  std::uint64_t max_work;
  /// The same in seconds, at the price of repeatability. 0: none.
  double max_seconds;
};

}  // namespace dragoman::search::chart
