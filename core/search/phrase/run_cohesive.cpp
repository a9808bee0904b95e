#include "search/phrase/run_search.hpp"
#include "search/phrase/search_with.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_cohesive(const Problem& problem, const Cohesion& cohesion, WorkBudget& budget,
                           const SearchOutput& output) {
  return search_with<Narrow>(problem, cohesion, budget, output);
}

}  // namespace dragoman::search::phrase
