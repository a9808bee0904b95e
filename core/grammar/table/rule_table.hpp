// The rule table: every rule of a grammar, found by its source side.
//
// It views arrays that usually lie in memory-mapped files (see src/dragoman/grammar/rule_table.py),
// so that opening one costs a check of its ranges and no copy.
//
//   RuleTable::Node node = table.root();
//   for (Symbol symbol : source side) node = table.child(node, symbol);   // until kNoNode
//   auto [begin, end] = table.rules(node);
//   for (RuleId rule = begin; rule < end; ++rule) table.target(rule), table.scores(rule), ...
//
// Source sides are paths of a trie whose nodes are numbered breadth-first from the root, node 0;
// the rules are sorted by the node at which their source side ends, so that a node's rules are a
// range. Phrases, phrases with gaps and hierarchical rules differ only in their symbols
// (common/types.hpp).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "common/types.hpp"
#include "common/vocabulary.hpp"

namespace dragoman::grammar {

using RuleId = std::uint32_t;

/// One link of a rule: positions of symbols (gaps and non-terminals count) on its two sides.
struct AlignmentPoint {
  std::uint8_t source;
  std::uint8_t target;
  friend auto operator<=>(const AlignmentPoint&, const AlignmentPoint&) = default;
};
static_assert(sizeof(AlignmentPoint) == 2);

/// Sides of a rule are at most this long, so that a position fits into a byte.
inline constexpr std::size_t kMaxSideLength = 255;

/// No score is lower than this natural logarithm (Moses' floor).
inline constexpr float kLowestScore = -100.0F;
/// No score of a table is larger than this, up or down. With weights that are not larger either, no
/// sum of a search becomes infinite or not a number, which would have no place in any order.
inline constexpr float kLargestNumber = 1e9F;

/// Reordering columns: monotone, swap, discontinuous with respect to the previous phrase
/// (backward), then the same three with respect to the next one (forward).
inline constexpr std::size_t kReorderingColumns = 6;
/// Count columns, in the order of Moses' table: of the target side, the source side, the pair.
inline constexpr std::size_t kCountColumns = 3;

/// The arrays of a table with n nodes and r rules; a matrix is stored row by row.
struct RuleTableView {
  std::span<const std::uint32_t> trie_first;    ///< n+1: children of k are trie_first[k, k+1)
  std::span<const Symbol> trie_symbol;          ///< n: symbol on the edge into k; siblings sorted
  std::span<const std::uint32_t> trie_rules;    ///< n+1: rules of k are trie_rules[k, k+1)
  std::span<const std::uint64_t> target_first;  ///< r+1: into target_symbols
  std::span<const Symbol> target_symbols;
  std::span<const std::uint64_t> align_first;  ///< r+1: into alignment, in points
  std::span<const AlignmentPoint> alignment;
  std::span<const float> scores;      ///< r x any number of columns, natural logarithms
  std::span<const float> reordering;  ///< r x 6 natural logarithms, or empty
  std::span<const float> counts;      ///< r x 3, or empty

  std::size_t nodes() const { return trie_symbol.size(); }
  std::size_t rules() const { return target_first.empty() ? 0 : target_first.size() - 1; }
};

class RuleTable {
 public:
  using Node = std::uint32_t;
  static constexpr Node kNoNode = std::numeric_limits<Node>::max();

  /// Frozen vocabularies and arrays, all of which must outlive the table. Throws ModelError unless
  /// every range and every symbol is sound; `validate` = false leaves the contents of the arrays
  /// unread and is for arrays that were validated before.
  struct Words {
    std::span<const char> bytes;
    std::span<const std::uint64_t> offsets;
    std::span<const std::uint32_t> slots;
  };
  struct Columns {
    std::size_t scores;
    std::size_t reordering;  ///< 0 or kReorderingColumns, also in a table without rules
  };
  RuleTable(const Words& source, const Words& target, const RuleTableView& arrays,
            const Columns& columns, bool validate = true);

  const Vocabulary& source_vocabulary() const { return source_; }
  const Vocabulary& target_vocabulary() const { return target_; }
  std::size_t size() const { return arrays_.rules(); }
  std::size_t nodes() const { return arrays_.nodes(); }
  std::size_t score_columns() const { return score_columns_; }
  std::size_t reordering_columns() const { return reordering_columns_; }
  bool has_counts() const { return !arrays_.counts.empty(); }
  /// The length of the longest source side.
  std::size_t max_source_length() const { return max_source_length_; }

  Node root() const { return 0; }
  /// The node that `symbol` leads to, or kNoNode (also from kNoNode).
  Node child(Node node, Symbol symbol) const;
  /// The children of a node, as a range of nodes; symbol() is sorted over it.
  std::pair<Node, Node> children(Node node) const {
    return {arrays_.trie_first[node], arrays_.trie_first[node + 1]};
  }
  /// The symbol that leads into a node other than the root.
  Symbol symbol(Node node) const { return arrays_.trie_symbol[node]; }
  /// The rules [begin, end) whose source side ends here.
  std::pair<RuleId, RuleId> rules(Node node) const {
    return {arrays_.trie_rules[node], arrays_.trie_rules[node + 1]};
  }

  std::span<const Symbol> target(RuleId rule) const {
    return slice(arrays_.target_symbols, arrays_.target_first, rule);
  }
  std::span<const AlignmentPoint> alignment(RuleId rule) const {
    return slice(arrays_.alignment, arrays_.align_first, rule);
  }
  std::span<const float> scores(RuleId rule) const {
    return arrays_.scores.subspan(rule * score_columns_, score_columns_);
  }
  /// Empty in a table without reordering scores.
  std::span<const float> reordering(RuleId rule) const {
    return arrays_.reordering.subspan(rule * reordering_columns_, reordering_columns_);
  }
  /// Empty in a table without counts.
  std::span<const float> counts(RuleId rule) const {
    return has_counts() ? arrays_.counts.subspan(rule * kCountColumns, kCountColumns)
                        : std::span<const float>();
  }

  const RuleTableView& arrays() const { return arrays_; }

 private:
  template <typename T>
  static std::span<const T> slice(std::span<const T> values, std::span<const std::uint64_t> first,
                                  RuleId rule) {
    return values.subspan(first[rule], first[rule + 1] - first[rule]);
  }
  void check_shapes() const;
  void check_trie();
  void check_rules() const;
  void measure_depth();

  Vocabulary source_;
  Vocabulary target_;
  RuleTableView arrays_;
  std::size_t score_columns_;
  std::size_t reordering_columns_;
  std::size_t max_source_length_ = 0;
};

}  // namespace dragoman::grammar
