// Forced decoding: fills the cells of a chart with all derivations that yield parts of a
// given text.
//
// Which words of the text an item yields is part of the item, and is matched before anything else.
// Nothing is pruned: the text is found exactly if it has a derivation.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "search/api/decoding.hpp"
#include "search/chart/edge_scores.hpp"
#include "search/chart/reference_text.hpp"
#include "search/chart/rule_matcher.hpp"

namespace dragoman::search::chart {

class ForcedSearch final : public CellMaker {
 public:
  ForcedSearch(const ReferenceText& text, ChartRules& rules, const EdgeScores& scores,
               ChartItems& items, std::size_t language_models)
      : text_(text), rules_(rules), scores_(scores), items_(items), states_(language_models) {}

  struct Limits {
    RuleRange unary_rules;
    std::size_t unary;
    bool keep_all;  ///< all edges, for a forest
  };
  void begin_sentence(const Limits& limits) {
    limits_ = limits;
    extents_.clear();
    inserting_.clear();
    work_ = 0;
  }

  void complete(Cell& cell, std::span<const Cube> cubes) override;

  /// The whole text as glue puts it together from the matcher's cells of `length` words;
  /// kNoItem: there is no way, and `reached` says how far glue came.
  ItemId glue(const RuleMatcher& matcher, std::size_t length, Reached& reached);

  /// The whole text, where words may be added at the price that the weights set: glue may insert
  /// words, and a source word may be left out or become any word of the text, unless a zone
  /// translates it. kNoItem: there is no way.
  ItemId glue_relaxed(const RuleMatcher& matcher, const ChartSource& source, LatticePaths& paths);

  std::uint64_t work() const { return work_; }

 private:
  /// An edge whose target side is being placed in the text.
  struct Match {
    const Cube& cube;
    std::uint32_t rule;
    std::span<const Symbol> target;
    Tails tails = kNoTails;
    Extent words = {};
  };
  void search(std::span<const Cube> cubes, const EdgePlace& place, std::vector<ItemId>& found);
  void apply_unary_rules(Cell& cell);
  /// Places the symbols from `next` on in all ways.
  void match(const Match& match, std::size_t next);
  void match_tail(const Match& match, std::size_t next, std::size_t tail);
  void add_edge(const Match& match);
  /// Rules that translate a source word by any word of the text, or by nothing.
  RuleRange add_relaxed_rules();
  /// Appends the items of a cell to those of a prefix (null: to nothing).
  void append_relaxed(const Cell* prefix, const Cell& cell);
  std::uint32_t inserting_glue(std::size_t tails, const Extent& before, const Extent& after);
  void sort(std::vector<ItemId>& items) const;

  const ReferenceText& text_;
  ChartRules& rules_;
  const EdgeScores& scores_;
  ChartItems& items_;
  Limits limits_{};
  std::vector<Extent> extents_;  ///< of items
  std::vector<lm::ChartState> states_;
  std::uint64_t work_ = 0;

  EdgePlace place_{};
  std::vector<ItemId>* found_ = nullptr;
  bool gluing_ = false;
  std::map<Extent, std::vector<ItemId>> made_;  ///< items of the search at hand
  std::map<std::tuple<std::size_t, Extent, Extent>, std::uint32_t> inserting_;  ///< glue
};

}  // namespace dragoman::search::chart
