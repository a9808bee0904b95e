// Grammars from a suffix array (Lopez 2007): the rules of a corpus whose source sides occur in
// given sentences, of the kind that a RuleMaker makes.
#pragma once

#include <vector>

#include "grammar/suffix/pattern_walk.hpp"
#include "grammar/suffix/rule_maker.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

/// The rules of all patterns of the sentences, by their first words, with all scores but p(f|e).
std::vector<FoundRules> find_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                                   Monitor& monitor);

/// The text may be the corpus itself: then all rules of the corpus are extracted. The table is the
/// same for any number of threads, whatever the cache (or null) holds, and for any budget; if it
/// does not fit, its arrays of rules are in the directory of the budget (RuleFiles). Rules of one
/// first word are always in memory together.
RuleTableArrays extract_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                              Monitor& monitor, const TableBudget& budget = {});

/// Rules with gaps that need not be looked up.
struct KeptRules {
  const RuleTable& table;  ///< without rules that have no gaps
  std::size_t span;        ///< words that a source side with gaps covers at most
  std::size_t top = 0;     ///< how many rules of a source side are kept, of all kinds; 0: all
  /// Of all rules, for patterns that occur in text that was added after the table was made, for
  /// which its rules are not taken; null if there is none.
  const RuleMaker* added = nullptr;
};

/// The same with rules without gaps from a maker, and those with gaps mostly from a table.
RuleTableArrays extract_rules(const RuleMaker& contiguous, const KeptRules& kept,
                              const WantedText& text, RuleCache* cache, Monitor& monitor,
                              const TableBudget& budget = {});

}  // namespace dragoman::grammar
