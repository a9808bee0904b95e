#include "search/phrase/gaps/run_gapped_with.hpp"

namespace dragoman::search::phrase {

std::uint32_t run_gapped_wide(const Problem& problem, const GapModel& gaps,
                              const FeaturesTogether& features, WorkBudget& budget,
                              const SearchOutput& output) {
  return run_gapped_with<Wide>(problem, gaps, features, budget, output);
}

}  // namespace dragoman::search::phrase
