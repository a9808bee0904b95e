// Makes the arrays of a RuleTable from rules that come in any order.
//
//   RuleTableBuilder builder({.scores = 4, .reordering = 6, .counts = 3});
//   builder.add({source, target, alignment, scores, reordering, counts});  // for every rule
//   RuleTableArrays arrays = builder.finish();
//
// Rules with the same source side keep the order in which they were added, and the outcome depends
// on nothing but the rules and their order. It is quickest when they come sorted by source side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/rule_table.hpp"

namespace dragoman::grammar {

/// How many columns of each kind every rule has.
struct RuleTableWidths {
  std::size_t scores = 4;
  std::size_t reordering = 0;  ///< 0 or kReorderingColumns
  std::size_t counts = 0;      ///< 0 or kCountColumns
};

/// A rule on its way into the table; the spans need to live only during add().
struct RuleEntry {
  std::span<const Symbol> source;
  std::span<const Symbol> target;
  std::span<const AlignmentPoint> alignment;
  std::span<const float> scores;
  std::span<const float> reordering = {};
  std::span<const float> counts = {};
};

/// The arrays of a RuleTableView, owned.
struct RuleTableArrays {
  std::vector<std::uint32_t> trie_first;
  std::vector<Symbol> trie_symbol;
  std::vector<std::uint32_t> trie_rules;
  std::vector<std::uint64_t> target_first;
  std::vector<Symbol> target_symbols;
  std::vector<std::uint64_t> align_first;
  std::vector<AlignmentPoint> alignment;
  std::vector<float> scores;
  std::vector<float> reordering;
  std::vector<float> counts;
};

class RuleTableBuilder {
 public:
  explicit RuleTableBuilder(const RuleTableWidths& widths);

  /// Throws Error if a side is longer than kMaxSideLength, if a link leaves the rule, or if the
  /// columns are not as many as announced. Scores and reordering below kLowestScore are raised to
  /// it.
  void add(const RuleEntry& rule);

  std::size_t size() const { return rules_.target_first.size() - 1; }

  /// Makes room for so many rules, which saves memory when the number is known.
  void reserve(std::size_t rules);

  /// The table's arrays; the builder is empty afterwards.
  RuleTableArrays finish();

 private:
  /// Consecutive rules with one source side.
  struct Group {
    std::uint64_t source_begin;
    RuleId first_rule;
    std::uint8_t length;
  };
  std::span<const Symbol> source(const Group& group) const {
    return {source_symbols_.data() + group.source_begin, group.length};
  }
  void sort_groups();
  void number_nodes(RuleTableArrays& out, std::vector<std::uint32_t>& order) const;
  void arrange(RuleTableArrays& out, const std::vector<std::uint32_t>& order);

  RuleTableWidths widths_;
  std::vector<Symbol> source_symbols_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> sorted_;  ///< groups in the order of their source sides
  bool in_order_ = true;               ///< every group so far is greater than its predecessor
  RuleTableArrays rules_;              ///< rules as added; the trie is left empty
};

}  // namespace dragoman::grammar
