#include "search/phrase/run_search.hpp"
#include "search/phrase/search_with.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_together(const Problem& problem, const FeaturesTogether& features,
                           WorkBudget& budget, const SearchOutput& output) {
  if (needed_window(problem) <= 64) {
    return search_with<Coverage<1>>(problem, features, budget, output);
  }
  return search_with<Coverage<kMaxWindow / 64>>(problem, features, budget, output);
}

}  // namespace dragoman::search::phrase
