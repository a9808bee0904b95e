#include "search/phrase/lattice_steps.hpp"
#include "search/phrase/run_search.hpp"
#include "search/phrase/search_with.hpp"

namespace dragoman::search::phrase {
namespace {

/// How many nodes beyond the first gap can be covered, if a step does not begin there.
std::size_t window_of(const Problem& problem) {
  std::size_t window = 0;
  const WordLattice& lattice = problem.options.lattice();
  for (std::size_t node = 0; node < lattice.length(); ++node) {
    const std::size_t reach = lattice.reach(node, problem.settings.distortion_limit);
    window = std::max(window, reach - node);
  }
  return window;
}

}  // namespace

std::uint32_t run_lattice(const Problem& problem, const FeaturesTogether& features,
                          WorkBudget& budget, const SearchOutput& output) {
  const InLattice<FeaturesTogether> all(features);
  if (window_of(problem) <= kNarrowWindow) return search_with<Narrow>(problem, all, budget, output);
  static_assert(WordLattice::kMaxLength <= kMaxWindow);
  return search_with<Wide>(problem, all, budget, output);
}

}  // namespace dragoman::search::phrase
