#include "search/phrase/gaps/gapped.hpp"

namespace dragoman::search::phrase {
GapRules GapModel::rules() const {
  const bool crossing = scores.has(GapFeature::kCrossing);
  const bool cross_serial = scores.has(GapFeature::kCrossSerial);
  const bool bonbon = scores.has(GapFeature::kBonbon);
  return {crossing || cross_serial, crossing || bonbon, crossing, cross_serial || bonbon,
          settings.max_pending};
}

}  // namespace dragoman::search::phrase
