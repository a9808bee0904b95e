// Cube pruning (Chiang 2007): of all edges into a span, makes the best few in about the right
// order.
//
// A cube is a source side with the cells of its non-terminals. Its rules and the items of each cell
// are sorted, so that its best edge is near the corner; whenever an edge is taken, its neighbours
// are scored and become candidates. Every edge is the neighbour of one other: that with one less
// on the last side where it is not the first. So no edge comes twice, and none has to be looked up.
// With a limit that is never reached, all edges are made.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/chart/edge_scores.hpp"
#include "search/chart/recombination.hpp"
#include "search/chart/rule_matcher.hpp"

namespace dragoman::search::chart {

/// Sorts items, the best first, as those of a cell must be before it is part of a cube.
void sort_items(const ChartItems& items, std::vector<ItemId>& ids);

class CubePruning {
 public:
  CubePruning(std::size_t language_models, const EdgeScores& scores, ChartItems& items)
      : models_(language_models), scores_(scores), items_(items), recombination_(items) {}

  struct Limit {
    std::size_t edges;  ///< that are taken
    /// The first edge whose score is this much below that of the first of all ends the search.
    float below = std::numeric_limits<float>::infinity();
  };
  struct Work {
    std::size_t scored = 0, taken = 0;
  };
  /// Appends the items that the best edges make to `found`; edges that the hard constraint forbids
  /// are passed over, up to kMostRefused for every edge that may be taken. `keep_all`: with their
  /// other edges.
  Work run(std::span<const Cube> cubes, const EdgePlace& place, const Limit& limit, bool keep_all,
           std::vector<ItemId>& found);

  void sort(Cell& cell) const { sort_items(items_, cell.items); }

  /// Appends the score of each cube's first edge in the last search to a list.
  void add_corners(std::vector<float>& scores) const;

 private:
  /// An edge of a cube: the ranks of its rule and of its tails.
  struct Candidate {
    float score;
    ItemState state;
    std::uint32_t cube, rule;
    std::array<std::uint32_t, kMaxTails> ranks;
  };
  struct HeapEntry {
    float score;
    std::uint32_t number;  ///< of the candidate
  };
  struct Worse {
    bool operator()(const HeapEntry& a, const HeapEntry& b) const {
      return a.score != b.score ? a.score < b.score : a.number > b.number;
    }
  };
  /// Scores the candidates from `first` on and puts them on the heap.
  void score_from(std::size_t first);
  void add_neighbours(std::uint32_t number);
  std::uint32_t rule(const Candidate& candidate) const {
    return cubes_[candidate.cube].rules.first + candidate.rule;
  }
  Tails tails(const Candidate& candidate) const;

  static constexpr std::size_t kMostRefused = 4;

  std::size_t models_;
  const EdgeScores& scores_;
  ChartItems& items_;
  Recombination recombination_;

  std::span<const Cube> cubes_;
  EdgePlace place_{};
  std::vector<Candidate> candidates_;
  std::vector<lm::ChartState> states_;  ///< candidates x models
  std::vector<HeapEntry> heap_;         ///< the best on top
};

}  // namespace dragoman::search::chart
