// The search with gaps and any other features. Wide windows have a file of their own, so that they
// are compiled separately.
#pragma once

#include <limits>

#include "search/phrase/gaps/gapped_steps.hpp"
#include "search/phrase/run_search.hpp"
#include "search/phrase/search_with.hpp"

namespace dragoman::search::phrase {

template <typename C, typename Inner>
std::uint32_t run_gapped_with(const Problem& problem, const GapModel& gaps, const Inner& inner,
                              WorkBudget& budget, const SearchOutput& output) {
  // Stack search leaves out places that cannot be good enough, by their gains.
  const float margin = problem.settings.algorithm == Algorithm::kStack
                           ? std::numeric_limits<float>::infinity()
                           : RankedPlaces::kOptimism * problem.contexts.weight();
  const RankedPlaces places(problem.options, problem.future, margin);
  OpenPhrases open(problem.options, gaps.rules(), places.max_words());
  const std::size_t pending = gaps.settings.max_pending;
  const float crossing = gaps.scores.most_crossing(pending, needed_window(problem));
  const float most = gaps.scores.most_length(problem.options, pending) + crossing +
                     gaps.scores.most_jump(problem.options);
  const Gapped<Inner> feature(inner, {problem.options, places, open, gaps.scores, most, crossing});
  return search_with<C>(problem, feature, budget, output);
}

}  // namespace dragoman::search::phrase
