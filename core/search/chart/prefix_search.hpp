// Searches for translations that begin as a person has typed.
//
// The text of an item leads the automaton of the typed words from one state to another
// (shared/typed_prefix.hpp). Items for the end state, behind all that was typed, may have any text:
// those are the items of the usual search. The others are made here, apart for every pair of
// states. They are few, because their words must agree with what was typed.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "search/chart/cell_search.hpp"
#include "search/chart/recombination.hpp"
#include "search/chart/reference_text.hpp"
#include "search/shared/typed_prefix.hpp"

namespace dragoman::search::chart {

class PrefixSearch final : public CellMaker {
 public:
  struct Parts {
    CellSearch& usual;  ///< without unary rules, which are applied here
    const TypedPrefix& typed;
    ChartRules& rules;
    const EdgeScores& scores;
    ChartItems& items;
    std::size_t language_models;
    WorkBudget& budget;
  };
  struct Limits {
    RuleRange unary_rules;
    std::size_t unary, pops;  ///< pops: edges taken for a pair of states of a cell
    bool keep_all;            ///< all edges, for a forest
  };
  PrefixSearch(const Parts& parts, const Limits& limits)
      : parts_(parts),
        limits_(limits),
        end_(static_cast<std::uint32_t>(parts.typed.size())),
        recombination_(parts.items),
        states_(parts.language_models) {}

  void complete(Cell& cell, std::span<const Cube> cubes) override;

  /// The whole sentence as glue puts it together from the matcher's cells of `length` words;
  /// kNoItem: no translation begins as typed.
  ItemId glue(const RuleMatcher& matcher, std::size_t length);

 private:
  using Items = std::vector<ItemId>;
  /// Items by the states that their texts lead from and to, the best first; kAnywhere: no words.
  using Begun = std::map<Extent, Items>;

  /// A rule and lists of items for its non-terminals, in source order.
  struct Candidate {
    float estimate;
    std::uint32_t cube, rule;
    std::array<const Items*, kMaxTails> lists = {};
    std::array<std::uint32_t, kMaxTails> ranks = {};
  };
  /// For a heap whose top is the best; ties are broken, so that results do not depend on the heap.
  struct Worse {
    bool operator()(const Candidate& a, const Candidate& b) const {
      if (a.estimate != b.estimate) return a.estimate < b.estimate;
      return std::tie(a.cube, a.rule, a.ranks) > std::tie(b.cube, b.rule, b.ranks);
    }
  };
  /// A rule whose target side is being read by the automaton.
  struct Match {
    Candidate made;
    std::span<const Symbol> target;
    Extent states = {};
  };

  /// The items of a cell, those of the usual search and the others.
  void fill(Cell& cell, std::span<const Cube> cubes, Begun& begun);
  void search(std::span<const Cube> cubes, const EdgePlace& place, Begun& found);
  void match(const Match& match, std::size_t next);
  void match_tail(const Match& match, std::size_t next, std::size_t tail);
  void take_best(std::vector<Candidate>& heap, Items& found);
  float estimate(const Candidate& candidate) const;
  /// The rules of a range whose target sides may say some of the typed words.
  const std::vector<std::uint32_t>& beginning(const RuleRange& range);
  const std::vector<std::uint32_t>& places(WordId word);

  Parts parts_;
  Limits limits_;
  std::uint32_t end_;
  Recombination recombination_;
  std::vector<lm::ChartState> states_;
  std::unordered_map<const Cell*, Begun> begun_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> beginning_;
  std::unordered_map<WordId, std::vector<std::uint32_t>> places_;

  // Of the search at hand.
  std::span<const Cube> cubes_;
  EdgePlace place_{};
  bool gluing_ = false;
  std::map<Extent, std::vector<Candidate>> candidates_;
};

}  // namespace dragoman::search::chart
