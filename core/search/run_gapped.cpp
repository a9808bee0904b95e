#include "search/gapped_steps.hpp"
#include "search/run_search.hpp"
#include "search/search_with.hpp"

namespace dragoman::search {
namespace {

template <typename Inner>
std::uint32_t run(const Problem& problem, const GapModel& gaps, const Inner& inner, Effort& effort,
                  const SearchOutput& output) {
  const RankedPlaces places(problem.options, problem.future);
  OpenPhrases open(problem.options, gaps.rules(), places.max_words());
  const std::size_t pending = gaps.settings.max_pending;
  const float crossing = gaps.scores.most_crossing(pending, needed_window(problem));
  const float most = gaps.scores.most_length(problem.options, pending) + crossing;
  const Gapped<Inner> extra(inner, {problem.options, places, open, gaps.scores, most, crossing});
  if (needed_window(problem) <= 64) {
    return search_with<Coverage<1>>(problem, extra, effort, output);
  }
  return search_with<Coverage<kMaxWindow / 64>>(problem, extra, effort, output);
}

}  // namespace

std::uint32_t run_gapped(const Problem& problem, const GapModel& gaps, const AllExtras& extras,
                         Effort& effort, const SearchOutput& output) {
  if (extras.any()) return run(problem, gaps, extras, effort, output);
  return run(problem, gaps, NoExtra(), effort, output);
}

}  // namespace dragoman::search
