// Settings of cohesion on their way from Python: the same for every decoder.
#pragma once

#include <string>
#include <vector>

#include "bindings/options.hpp"
#include "search/shared/cohesion_settings.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(search::CohesionSettings& settings, Visit&& visit) {
  visit("cohesion_counts", settings.features);
  visit("cohesion_hard", settings.hard);
  visit("cohesion_fallback", settings.fallback);
}

/// The features of these names.
inline std::vector<search::CohesionFeature> cohesion_features(
    const std::vector<std::string>& names) {
  std::vector<search::CohesionFeature> features;
  for (const std::string& name : names) {
    features.push_back(parse_enum<search::CohesionFeature>("cohesion", name));
  }
  return features;
}

}  // namespace dragoman::bindings
