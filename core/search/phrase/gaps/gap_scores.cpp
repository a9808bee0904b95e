#include "search/phrase/gaps/gap_scores.hpp"

#include <algorithm>
#include <cmath>

#include "search/phrase/gaps/gapped_options.hpp"

namespace dragoman::search::phrase {

GapScores::GapScores(const GapSettings& settings, const FeatureLayout& layout,
                     std::span<const double> weights)
    : distortion_place_(layout.first(Block::kDistortion)),
      in_target_order_(settings.distortion == GapDistortion::kTarget),
      between_(weights[distortion_place_]) {
  places_.fill(FeatureLayout::kAbsent);
  for (std::size_t i = 0; i < settings.features.size(); ++i) {
    places_[static_cast<std::size_t>(settings.features[i])] = layout.first(Block::kGaps) + i;
  }
  const auto weight = [&](GapFeature feature) {
    return has(feature) ? weights[places_[static_cast<std::size_t>(feature)]] : 0.0;
  };
  within_ = weight(GapFeature::kDistortion);
  source_gap_ = weight(GapFeature::kSource);
  target_gap_ = weight(GapFeature::kTarget);
  subtree_ = weight(GapFeature::kSubtree);
  cross_subtree_ = weight(GapFeature::kCrossSubtree);
  target_length_ = static_cast<float>(weight(GapFeature::kTargetLength));
  crossing_ = static_cast<float>(weight(GapFeature::kCrossing));
  cross_serial_ = static_cast<float>(weight(GapFeature::kCrossSerial));
  bonbon_ = static_cast<float>(weight(GapFeature::kBonbon));
}

float GapScores::most_crossing(std::size_t max_pending, std::size_t window) const {
  // A step can make its own phrase cross, the phrases with pending pieces, and the phrases with
  // open source gaps. Each of the latter has a word beyond the first gap.
  const auto phrases = static_cast<float>(1 + max_pending + window);
  return (std::max(0.0F, -cross_serial_) + std::max(0.0F, -bonbon_) + std::max(0.0F, -crossing_)) *
         phrases;
}

float GapScores::most_length(const GappedOptions& options, std::size_t max_pending) const {
  std::size_t longest = 0;
  for (std::size_t i = 0; target_length_ < 0 && i < options.size(); ++i) {
    longest = std::max(longest, options.target(options[i].target).size());
  }
  return std::max(0.0F, of_length(longest * max_pending));
}

float GapScores::most_jump(const GappedOptions& options) const {
  if (!in_target_order_) return 0;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const TranslationOption& option = options[i];
    if (option.gaps == kNoGaps || !option.from_rule()) continue;
    const SubphraseRun& run = options.gaps(option).run;
    longest = std::max<std::size_t>(
        longest, run.any() ? run.first - option.begin : options.sentence_length());
  }
  return static_cast<float>(std::abs(between_) * static_cast<double>(longest));
}

void GapScores::explain_jump(int words, bool within_phrase, float* row) const {
  if (within_phrase) {
    add(GapFeature::kDistortion, words, row);
  } else {
    row[distortion_place_] -= static_cast<float>(words);
  }
}

void GapScores::explain(const GapCounts& counts, float* row) const {
  add(GapFeature::kTargetLength, counts.target_length, row);
  add(GapFeature::kCrossSerial, counts.cross_serial, row);
  add(GapFeature::kBonbon, counts.bonbon, row);
  add(GapFeature::kCrossing, counts.crossing, row);
}

void GapScores::explain_own(const Shape& shape, const SourceGaps& gaps, std::size_t pieces,
                            float* row) const {
  add(GapFeature::kDistortion, static_cast<int>(gaps.jumps), row);
  add(GapFeature::kSubtree, gaps.subtrees, row);
  add(GapFeature::kCrossSubtree, gaps.crossing, row);
  add(GapFeature::kSource, shape.gaps(), row);
  add(GapFeature::kTarget, pieces, row);
}

}  // namespace dragoman::search::phrase
