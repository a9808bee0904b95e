#include "search/phrase/run_search.hpp"
#include "search/phrase/search_with.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_together(const Problem& problem, const FeaturesTogether& features,
                           WorkBudget& budget, const SearchOutput& output) {
  if (is_narrow(problem)) return search_with<Narrow>(problem, features, budget, output);
  return search_with<Wide>(problem, features, budget, output);
}

}  // namespace dragoman::search::phrase
