#include "search/phrase/gaps/gap_features.hpp"

#include <algorithm>
#include <string>

#include "common/error.hpp"

namespace dragoman::search {

GapFeature gap_feature(std::string_view name) {
  const auto found = std::ranges::find(kGapFeatureNames, name);
  if (found == kGapFeatureNames.end()) {
    throw ConfigError("there is no gap feature '" + std::string(name) + "'");
  }
  return static_cast<GapFeature>(found - kGapFeatureNames.begin());
}

}  // namespace dragoman::search
