#include "search/run_search.hpp"
#include "search/search_with.hpp"

namespace dragoman::search {

std::uint32_t run_extras(const Problem& problem, const AllExtras& extras, Effort& effort,
                         const SearchOutput& output) {
  if (needed_window(problem) <= 64) {
    return search_with<Coverage<1>>(problem, extras, effort, output);
  }
  return search_with<Coverage<kMaxWindow / 64>>(problem, extras, effort, output);
}

}  // namespace dragoman::search
