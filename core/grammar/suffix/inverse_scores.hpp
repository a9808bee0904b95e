// p(f|e) of phrases, contiguous or with gaps, in three ways.
//
// By sum: the pair's count over the counts of all extracted rules with the same target side. Exact
// if the rules are all rules of the corpus; for rules of a few sentences it is too large, since
// other source sides were not seen. By look-up: see inverse_walk.hpp. By counts of all target sides
// (phrases without gaps): the pair's count is exact if all occurrences of its source side were
// looked at; else it is what the sample makes likely.
#pragma once

#include "grammar/suffix/gappy_options.hpp"
#include "grammar/suffix/inverse_walk.hpp"

namespace dragoman::grammar {

void score_inverse_by_sum(std::span<GappyRules> batches);

/// `cache` may be null.
void score_inverse_by_lookup(const CorpusModels& models, std::span<GappyRules> batches,
                             const GappyOptions& options, RuleCache* cache, Monitor& monitor);

void score_inverse_by_counts(std::span<GappyRules> batches,
                             std::span<const SideCounts* const> counts);

}  // namespace dragoman::grammar
