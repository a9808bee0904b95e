// Grammars from a suffix array (Lopez 2007): the rules of a corpus whose source sides occur in
// given sentences, of the kind that a RuleMaker makes.
#pragma once

#include <vector>

#include "grammar/suffix/pattern_walk.hpp"
#include "grammar/suffix/rule_maker.hpp"

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

}  // namespace dragoman::grammar
