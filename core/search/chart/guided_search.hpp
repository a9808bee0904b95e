// Cube pruning in two passes: a quick first pass tells which spans are worth the effort.
//
// The first pass takes a few edges for each span. With their scores, the best translation of the
// sentence through each span is estimated, as in coarse-to-fine parsing (Charniak et al. 2006) and
// in decoding with several passes (Zhang and Gildea 2008): the best score inside the span, and the
// best score of what is around it. The margin of a span is how far this lies below the best
// translation of all. The second pass gives each span a number of edges that falls exponentially
// with its margin, and ends a span where an edge lies too far below the best translation. Spans
// with large margins keep what the first pass found.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/chart/cell_search.hpp"
#include "search/chart/cube_pruning.hpp"
#include "search/chart/glue_cubes.hpp"

namespace dragoman::search::chart {

class GuidedSearch final : public CellMaker {
 public:
  struct Limits {
    std::size_t pops, words;
    /// The margin with which a span's limit falls to 1/e; infinite: all spans have the same limit.
    float tolerance;
  };
  /// `cells` must search with `cubes`.
  GuidedSearch(CellSearch& cells, const CubePruning& cubes, const EdgeScores& scores,
               const ChartItems& items, const Limits& limits)
      : cells_(cells), cubes_(cubes), scores_(scores), items_(items), limits_(limits) {}

  /// The first pass of a cell.
  void complete(Cell& cell, std::span<const Cube> cubes) override;

  /// Ends the first pass, makes the second, and gives the whole sentence; kNoItem: there is no way.
  ItemId refine(const RuleMatcher& matcher);

 private:
  /// A cell with its cubes, which are the same in both passes.
  struct Visit {
    Cell* cell;
    std::size_t first, last;
  };
  void fill(Cell& cell, std::span<const Cube> cubes, const CubePruning::Limit& limit);
  float best(const Cell& cell) const { return items_[cell.items.front()].score; }
  /// Computes the scores of what is around each cell, from the whole sentence downwards.
  void look_around(const GluedParts& parts);
  /// Learns from one cell, with the scores of its cubes' first edges, about the cells of its cubes.
  void look_into(const Cell& cell, std::span<const Cube> cubes, std::span<const float> corners);
  /// The cubes whose first edges were at most `below` worse than the best in the first pass.
  std::span<const Cube> promising(std::span<const Cube> cubes, std::span<const float> corners,
                                  float below);
  /// The limit for a cell or part in the second pass; no edges: it is not worth another search.
  CubePruning::Limit limit(const Cell& cell) const;

  CellSearch& cells_;
  const CubePruning& cubes_;
  const EdgeScores& scores_;
  const ChartItems& items_;
  Limits limits_;

  std::vector<Visit> visits_;        ///< in the order of the search: tails before heads
  std::vector<Cube> visited_cubes_;  ///< of all visits
  std::vector<float> corners_;       ///< of these cubes
  std::vector<std::vector<float>> part_corners_;
  std::unordered_map<const Cell*, float> around_;  ///< cells that no derivation uses are not there
  std::vector<Cube> promising_;                    ///< kept for its memory
  float whole_ = 0;                                ///< the best score of the first pass
};

}  // namespace dragoman::search::chart
