#include "search/phrase/run_search.hpp"
#include "search/phrase/search_with.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_block_reordering(const Problem& problem, const BlockReordering& reordering,
                                   WorkBudget& budget, const SearchOutput& output) {
  return search_with<Narrow>(problem, reordering, budget, output);
}

}  // namespace dragoman::search::phrase
