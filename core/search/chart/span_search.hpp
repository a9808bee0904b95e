// A search for the best edges into a span.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "search/chart/edge_scores.hpp"
#include "search/chart/rule_matcher.hpp"

namespace dragoman::search {

class SpanSearch {
 public:
  virtual ~SpanSearch() = default;

  /// To be called for every sentence.
  virtual void begin_sentence() {}

  struct Limit {
    std::size_t edges;  ///< that are taken
    /// The first edge whose score is this much below that of the first of all ends the search.
    float below = std::numeric_limits<float>::infinity();
  };
  struct Work {
    std::size_t scored = 0, taken = 0;
  };
  /// Appends the items that the best edges make to `found`. `keep_all`: with their other edges.
  virtual Work run(std::span<const Cube> cubes, const EdgePlace& place, const Limit& limit,
                   bool keep_all, std::vector<ItemId>& found) = 0;

  /// To be called when a cell has all its items, before it is part of a cube.
  virtual void finish(Cell& cell) = 0;
};

/// Sorts items, the best first.
inline void sort_items(const ChartItems& items, std::vector<ItemId>& ids) {
  std::ranges::sort(ids, [&](ItemId a, ItemId b) {
    const float left = items[a].score, right = items[b].score;
    return left != right ? left > right : a < b;
  });
}

}  // namespace dragoman::search
