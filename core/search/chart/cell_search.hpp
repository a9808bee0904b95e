// Fills the cells of a sentence's chart by cube pruning, then puts its parts together with
// glue.
#pragma once

#include "search/chart/cube_pruning.hpp"
#include "search/shared/work_budget.hpp"

namespace dragoman::search::chart {

class CellSearch final : public CellMaker {
 public:
  struct Limits {
    std::size_t pops, unary;
    bool keep_all;  ///< all edges, for a forest
    std::size_t words, max_span;
    std::size_t passes = 1;  ///< how often cells are filled
  };
  CellSearch(CubePruning& cubes, const EdgeScores& scores, RuleRange unary_rules,
             const Limits& limits, WorkBudget& budget)
      : cubes_(cubes), scores_(scores), unary_(unary_rules), limits_(limits), budget_(budget) {
    stages_ = limits.passes * limits.words * (limits.max_span + 1);
  }

  void complete(Cell& cell, std::span<const Cube> cubes) override;

  /// Fills a cell with the best edges, within other limits than for all cells.
  void fill(Cell& cell, std::span<const Cube> cubes, const EdgePlace& place,
            CubePruning::Limit limit);
  void apply_unary_rules(Cell& cell, const CubePruning::Limit& limit);

  /// The whole sentence as glue puts it together from the matcher's cells; kNoItem: there is no
  /// way.
  ItemId glue(const RuleMatcher& matcher);

 private:
  CubePruning& cubes_;
  const EdgeScores& scores_;
  RuleRange unary_;
  Limits limits_;
  WorkBudget& budget_;
  std::size_t stages_;  ///< cells that are still to be filled, at most
};

}  // namespace dragoman::search::chart
