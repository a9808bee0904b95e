#include "search/run_search.hpp"
#include "search/search_with.hpp"

namespace dragoman::search {

std::uint32_t run_hierarchical(const Problem& problem, const HierarchicalReordering& reordering,
                               Effort& effort, const SearchOutput& output) {
  if (needed_window(problem) <= 64) {
    return search_with<Coverage<1>>(problem, reordering, effort, output);
  }
  return search_with<Coverage<kMaxWindow / 64>>(problem, reordering, effort, output);
}

}  // namespace dragoman::search
