// How the chart decoder searches: limits that trade accuracy for speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/shared/span_crossings.hpp"
#include "search/shared/unknown_words.hpp"

namespace dragoman::search::chart {

/// How the best edges into a span are found: cube_pruning.hpp, guided_search.hpp.
enum class ChartAlgorithm : std::uint8_t { kCube, kGuided };

struct ChartSettings {
  ChartAlgorithm algorithm = ChartAlgorithm::kCube;
  std::size_t pop_limit = 200;   ///< edges made for a span
  double guide = 2.2;            ///< guided search: how quickly bad spans lose edges
  std::size_t table_limit = 20;  ///< rules kept for a source side; 0: all
  std::size_t max_span = 15;     ///< words that a rule with non-terminals may extend over
  /// How often rules whose source side is one non-terminal are applied one after the other.
  std::size_t max_unary = 2;
  std::vector<SpanCohesion> cohesion = {};  ///< features that look at the source tree
  bool lattice = false;                     ///< the feature of lattice scores
  UnknownWords unknown = UnknownWords::kCopy;
  bool punctuation_walls = false;  ///< only glue joins what lies on both sides of . , ; and so on
  /// Forced decoding: where the rules do not lead to the reference, add what is missing.
  bool force_relaxed = false;
  /// Edges of a sentence after which the pop limit becomes smaller (never below ten). 0: none.
  std::uint64_t max_work = 200'000'000;
  /// The same in seconds, at the price of repeatability. 0: none.
  double max_seconds = 0;
};

}  // namespace dragoman::search::chart
