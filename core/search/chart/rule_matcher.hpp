// Finds every way to apply the rules of a table to the spans of a sentence: recursive CYK+
// (Sennrich 2014, algorithms 4 to 6).
//
// First words are taken from right to left, and the spans of each first word from short to long.
// When a partial rule reaches a position, all spans that begin there are complete. So it can be
// extended at once: partial rules need not be stored.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

#include "search/chart/chart_items.hpp"
#include "search/chart/chart_rules.hpp"
#include "search/shared/lattice_paths.hpp"

namespace dragoman::search::chart {

/// The translations of a span, best first.
struct Cell {
  std::uint32_t begin, end;
  std::vector<ItemId> items;
};

/// The rules of a source side and the cells of its non-terminals, in source order.
struct Cube {
  RuleRange rules;
  std::size_t arity = 0;
  std::array<const Cell*, kMaxTails> tails = {};
  std::uint32_t path = kNoPath;  ///< in a lattice: the words of the source side
  float score = 0;               ///< in a lattice: their weighted scores
};

/// A sentence or lattice as rules see it. Nodes are the places between words.
struct ChartSource {
  /// A word that leads from a node to another.
  struct Arc {
    WordId word;                ///< kNoWord where no rule may match
    std::uint32_t end, number;  ///< the number of the word in the sentence or lattice
    bool closed = false;        ///< it belongs to an exclusive zone with translations
  };
  std::vector<std::vector<Arc>> arcs;     ///< by the node that they leave; all but the last node
  std::vector<std::uint32_t> next_walls;  ///< see shared/pieces.hpp
  /// A translation given for words, or of an unknown word: a chart rule.
  struct Given {
    std::uint32_t begin, end, rule, number;
  };
  std::vector<Given> given;

  /// The last node.
  std::uint32_t size() const { return static_cast<std::uint32_t>(arcs.size()); }
};

/// What is to be done with the rules that match a span.
class CellMaker {
 public:
  virtual ~CellMaker() = default;
  /// Fills the cell's items.
  virtual void complete(Cell& cell, std::span<const Cube> cubes) = 0;
};

class RuleMatcher {
 public:
  /// `max_span`: words that a rule with non-terminals may extend over.
  RuleMatcher(const RuleTable& table, ChartRules& rules, LatticePaths& paths, std::size_t max_span)
      : table_(table), rules_(rules), paths_(paths), max_span_(max_span) {}

  /// Completes all cells of a sentence; those of the sentence before are gone.
  void run(const ChartSource& source, CellMaker& maker);

  /// The cells with any items that begin at a word, from short to long.
  std::span<const Cell* const> beginning(std::size_t begin) const { return by_begin_[begin]; }

  /// The rules that translate a non-terminal alone; they belong to no cube.
  RuleRange unary_rules();

 private:
  struct Partial {
    RuleTable::Node node;
    std::uint32_t begin, end;
    std::size_t arity;
    std::array<const Cell*, kMaxTails> tails;
    const Partial* before = nullptr;  ///< without its last symbol
    std::uint32_t number = kNoWord;   ///< of the word that is its last symbol
  };
  Cube cube_of(const Partial& rule, const RuleRange& rules);
  void extend(const Partial& rule);
  void extend_further(const Partial& rule);
  void add_cube(const Partial& rule);

  const RuleTable& table_;
  ChartRules& rules_;
  LatticePaths& paths_;
  std::size_t max_span_;
  const ChartSource* source_ = nullptr;
  std::deque<Cell> cells_;  ///< their addresses stay
  std::vector<std::vector<const Cell*>> by_begin_;
  std::map<std::uint32_t, std::vector<Cube>> cubes_;  ///< of the first word at hand, by the end
  std::vector<std::uint32_t> numbers_;
};

}  // namespace dragoman::search::chart
