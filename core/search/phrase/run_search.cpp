#include "search/phrase/run_search.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_search(const Problem& problem, const GapModel& gaps,
                         const FeaturesTogether& features, WorkBudget& budget,
                         const SearchOutput& output) {
  if (problem.options.lattice().used()) return run_lattice(problem, features, budget, output);
  if (problem.options.has_gaps()) return run_gapped(problem, gaps, features, budget, output);
  if (!is_narrow(problem)) return run_together(problem, features, budget, output);
  if (features.count() == 0) return run_plain(problem, budget, output);
  if (features.count() == 1 && features.get<Cohesion>() != nullptr) {
    return run_cohesive(problem, *features.get<Cohesion>(), budget, output);
  }
  if (features.count() == 1 && features.get<BlockReordering>() != nullptr) {
    return run_block_reordering(problem, *features.get<BlockReordering>(), budget, output);
  }
  return run_together(problem, features, budget, output);
}

}  // namespace dragoman::search::phrase
