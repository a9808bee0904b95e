// p(f|e) of a suffix-array grammar's rules, in two ways.
//
// By sum: the pair's count over the counts of all extracted rules with the same target side. Exact
// if the rules are all rules of the corpus; for rules of a few sentences it is too large, since
// other source sides were not seen.
//
// By look-up: the target side's (sampled) occurrences in the corpus are found as source patterns
// are, and their translations into source patterns counted. Exact if nothing is sampled.
#pragma once

#include <span>

#include "common/parallel.hpp"
#include "grammar/gappy_options.hpp"
#include "grammar/gappy_rules.hpp"
#include "grammar/gappy_scorer.hpp"

namespace dragoman::grammar {

void score_inverse_by_sum(std::span<GappyRules> batches);

void score_inverse_by_lookup(const GappyModels& models, std::span<GappyRules> batches,
                             const GappyOptions& options, Monitor& monitor);

}  // namespace dragoman::grammar
