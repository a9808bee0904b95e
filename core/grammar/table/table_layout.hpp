// The names of a rule table's arrays: of its files, and of the arrays that Python has. Types are
// those of the members; Python asks for names and types (src/dragoman/grammar/rule_table.py).
//
//   visit_arrays(arrays, [](const char* name, auto& values) { ... });
#pragma once

namespace dragoman::grammar::table_layout {

inline constexpr const char* kTrieFirst = "trie_first";
inline constexpr const char* kTrieSymbol = "trie_symbol";
inline constexpr const char* kTrieRules = "trie_rules";
inline constexpr const char* kTargetFirst = "target_first";
inline constexpr const char* kTargetSymbols = "target_symbols";
inline constexpr const char* kAlignFirst = "align_first";
inline constexpr const char* kAlignment = "alignment";
inline constexpr const char* kScores = "scores";
inline constexpr const char* kReordering = "reordering";
inline constexpr const char* kCounts = "counts";

/// The arrays of the trie, which are always in memory.
template <typename Arrays, typename Visit>
void visit_trie(Arrays& arrays, Visit&& visit) {
  visit(kTrieFirst, arrays.trie_first);
  visit(kTrieSymbol, arrays.trie_symbol);
  visit(kTrieRules, arrays.trie_rules);
}

/// The arrays of rules, which may be in files (rule_files.hpp).
template <typename Arrays, typename Visit>
void visit_rules(Arrays& arrays, Visit&& visit) {
  visit(kTargetFirst, arrays.target_first);
  visit(kTargetSymbols, arrays.target_symbols);
  visit(kAlignFirst, arrays.align_first);
  visit(kAlignment, arrays.alignment);
  visit(kScores, arrays.scores);
  visit(kReordering, arrays.reordering);
  visit(kCounts, arrays.counts);
}

/// All arrays of a RuleTableView or of RuleTableArrays.
template <typename Arrays, typename Visit>
void visit_arrays(Arrays& arrays, Visit&& visit) {
  visit_trie(arrays, visit);
  visit_rules(arrays, visit);
}

}  // namespace dragoman::grammar::table_layout
