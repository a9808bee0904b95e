#include "search/run_search.hpp"
#include "search/search_with.hpp"

namespace dragoman::search {

std::uint32_t run_forced_cohesive(const Problem& problem, const Cohesion& cohesion, Effort& effort,
                                  const SearchOutput& output) {
  const ForcedOutput forced(problem.options);
  const Both<ForcedOutput, Cohesion> extra(forced, cohesion);
  if (needed_window(problem) <= 64) {
    return search_with<Coverage<1>>(problem, extra, effort, output);
  }
  return search_with<Coverage<kMaxWindow / 64>>(problem, extra, effort, output);
}

}  // namespace dragoman::search
