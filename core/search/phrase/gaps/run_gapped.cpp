#include "search/phrase/gaps/run_gapped_with.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_gapped(const Problem& problem, const GapModel& gaps,
                         const FeaturesTogether& features, WorkBudget& budget,
                         const SearchOutput& output) {
  if (!is_narrow(problem)) return run_gapped_wide(problem, gaps, features, budget, output);
  if (features.count() > 0) {
    return run_gapped_with<Narrow>(problem, gaps, features, budget, output);
  }
  return run_gapped_with<Narrow>(problem, gaps, NoFeature(), budget, output);
}

}  // namespace dragoman::search::phrase
