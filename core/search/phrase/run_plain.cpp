#include "search/phrase/run_search.hpp"

#include "search/phrase/search_with.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_plain(const Problem& problem, WorkBudget& budget, const SearchOutput& output) {
  return search_with<Narrow>(problem, NoFeature(), budget, output);
}

}  // namespace dragoman::search::phrase
