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
#include <filesystem>
#include <limits>
#include <span>
#include <vector>

#include "grammar/table/rule_entry.hpp"
#include "grammar/table/rule_runs.hpp"
#include "grammar/table/rule_table.hpp"
#include "grammar/table/source_trie.hpp"

namespace dragoman::grammar {

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
  /// The arrays of rules did not fit into memory: they are in files (see RuleFiles), and of the
  /// arrays here only those of the trie are filled.
  bool in_files = false;

  void set_trie(SourceTrieArrays trie);
};

/// A score as it stands in a table.
inline float raised(float score) { return score >= kLowestScore ? score : kLowestScore; }

/// How much a builder keeps in memory, and where the rest waits.
struct TableBudget {
  std::size_t memory = std::numeric_limits<std::size_t>::max();  ///< bytes of rules
  std::filesystem::path directory = {};  ///< existing; also for the arrays that finish() stores
};

class RuleTableBuilder {
 public:
  explicit RuleTableBuilder(const RuleTableWidths& widths, const TableBudget& budget = {});

  /// Throws Error if a side is longer than kMaxSideLength, if a link leaves the rule, if the
  /// columns are not as many as announced, or if the disk is full. Scores and reordering below
  /// kLowestScore are raised to it.
  void add(const RuleEntry& rule);

  std::size_t size() const { return on_disk_ + in_memory(); }

  /// The table's arrays; the builder is empty afterwards.
  RuleTableArrays finish();

 private:
  /// Consecutive rules with one source side.
  struct Group {
    std::uint64_t source_begin;
    RuleId first_rule;
    std::uint8_t length;
  };
  std::size_t in_memory() const { return rules_.target_first.size() - 1; }
  std::span<const Symbol> source(const Group& group) const {
    return {source_symbols_.data() + group.source_begin, group.length};
  }
  /// The rules [begin, end) of a group.
  std::pair<std::size_t, std::size_t> rules_of(std::uint32_t group) const;
  RuleEntry entry(std::uint32_t group, std::size_t rule) const;
  /// The groups in the order of a table.
  std::vector<std::uint32_t> sorted_groups() const;
  void check(const RuleEntry& rule) const;
  void forget();
  /// Moves everything in memory into a run.
  void spill();
  RuleTableArrays arrange();
  RuleTableArrays merge();

  RuleTableWidths widths_;
  TableBudget budget_;
  std::size_t bytes_ = 0, on_disk_ = 0;  ///< of the rules in memory; rules in runs
  std::vector<Symbol> source_symbols_;
  std::vector<Group> groups_;
  bool in_order_ = true;   ///< every group so far comes after its predecessor
  RuleTableArrays rules_;  ///< rules as added; the trie is left empty
  RuleRuns runs_;
};

}  // namespace dragoman::grammar
