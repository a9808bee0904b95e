#include "search/phrase/gaps/gapped.hpp"

#include <algorithm>

namespace dragoman::search {
namespace {

void add(const FeatureLayout& layout, GapFeature feature, std::size_t count, float* row) {
  const std::size_t place = layout.gap(feature);
  if (place != FeatureLayout::kAbsent) row[place] -= static_cast<float>(count);
}

}  // namespace

GapScores::GapScores(const FeatureLayout& names, std::span<const double> weights) : layout(names) {
  const auto weight = [&](GapFeature feature) { return layout.gap_weight(feature, weights); };
  const double both = weight(GapFeature::kCrossing);
  target_length = static_cast<float>(weight(GapFeature::kTargetLength));
  cross_serial = static_cast<float>(weight(GapFeature::kCrossSerial) + both);
  bonbon = static_cast<float>(weight(GapFeature::kBonbon) + both);
}

float GapScores::most_crossing(std::size_t max_pending, std::size_t window) const {
  // It can make its own phrase cross, those that wait, and those with open source gaps, each of
  // which has a word beyond the first gap.
  const auto phrases = static_cast<float>(1 + max_pending + window);
  return (std::max(0.0F, -cross_serial) + std::max(0.0F, -bonbon)) * phrases;
}

float GapScores::most_length(const TranslationOptions& options, std::size_t max_pending) const {
  std::size_t longest = 0;
  for (std::size_t i = 0; target_length < 0 && i < options.size(); ++i) {
    longest = std::max(longest, options.target(options[i].target).size());
  }
  return std::max(0.0F, of_length(longest * max_pending));
}

void GapScores::explain(const GapCounts& counts, float* row) const {
  add(layout, GapFeature::kTargetLength, counts.target_length, row);
  add(layout, GapFeature::kCrossSerial, counts.cross_serial, row);
  add(layout, GapFeature::kBonbon, counts.bonbon, row);
  add(layout, GapFeature::kCrossing, counts.cross_serial + counts.bonbon, row);
}

void GapScores::explain_own(const Shape& shape, std::size_t pieces, float* row) const {
  add(layout, GapFeature::kDistortion, shape.end - shape.begin - shape.words(), row);
  add(layout, GapFeature::kSource, shape.gaps(), row);
  add(layout, GapFeature::kTarget, pieces, row);
}

GapRules GapModel::rules() const {
  const auto has = [&](GapFeature feature) {
    return scores.layout.gap(feature) != FeatureLayout::kAbsent;
  };
  const bool crossing = has(GapFeature::kCrossing);
  return {crossing || has(GapFeature::kCrossSerial), crossing || has(GapFeature::kBonbon),
          settings.max_pending};
}

}  // namespace dragoman::search
