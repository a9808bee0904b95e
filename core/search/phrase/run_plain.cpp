#include "search/phrase/run_search.hpp"

#include "search/phrase/search_with.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_plain(const Problem& problem, WorkBudget& budget, const SearchOutput& output) {
  const std::size_t window = needed_window(problem);
  if (window <= 64) return search_with<Coverage<1>>(problem, NoFeature(), budget, output);
  if (window <= 256) return search_with<Coverage<4>>(problem, NoFeature(), budget, output);
  return search_with<Coverage<kMaxWindow / 64>>(problem, NoFeature(), budget, output);
}

}  // namespace dragoman::search::phrase
