#include "search/phrase/gaps/gapped.hpp"

namespace dragoman::search {
GapRules GapModel::rules() const {
  const bool crossing = scores.has(GapFeature::kCrossing);
  return {crossing || scores.has(GapFeature::kCrossSerial),
          crossing || scores.has(GapFeature::kBonbon), settings.max_pending};
}

}  // namespace dragoman::search
