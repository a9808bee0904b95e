// The scores of gaps: the weights of the gap features, and their values in feature rows.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "search/phrase/gaps/gap_features.hpp"
#include "search/shared/feature_layout.hpp"
#include "search/shared/shape.hpp"

namespace dragoman::search {

class GappedOptions;

class GapScores {
 public:
  GapScores(const GapSettings& settings, const FeatureLayout& layout,
            std::span<const double> weights);

  bool has(GapFeature feature) const {
    return places_[static_cast<std::size_t>(feature)] != FeatureLayout::kAbsent;
  }

  /// The cost of the source gaps of a phrase.
  float source_cost(const Shape& shape) const {
    if (!shape.has_gaps()) return 0;
    const std::size_t words = shape.end - shape.begin - shape.words();
    return static_cast<float>(words_in_gaps_ * static_cast<double>(words) +
                              source_gap_ * static_cast<double>(shape.gaps()));
  }
  /// The cost of one target gap, whatever its length.
  double target_gap() const { return target_gap_; }
  /// The score of so many words in target gaps.
  float of_length(std::size_t words) const { return -target_length_ * static_cast<float>(words); }
  float of(const GapCounts& counts) const {
    return -(target_length_ * static_cast<float>(counts.target_length) +
             cross_serial_ * static_cast<float>(counts.cross_serial) +
             bonbon_ * static_cast<float>(counts.bonbon) +
             crossing_ * static_cast<float>(counts.crossing));
  }
  /// The most that crossings can score in a step if `window` words beyond the first gap may be
  /// covered, and the most that the lengths of gaps can score.
  float most_crossing(std::size_t max_pending, std::size_t window) const;
  float most_length(const GappedOptions& options, std::size_t max_pending) const;

  void explain(const GapCounts& counts, float* row) const;
  /// Adds the values of an option alone, which is followed by `pieces` later pieces.
  void explain_own(const Shape& shape, std::size_t pieces, float* row) const;

 private:
  void add(GapFeature feature, std::size_t count, float* row) const {
    if (has(feature)) row[places_[static_cast<std::size_t>(feature)]] -= static_cast<float>(count);
  }

  std::array<std::size_t, kGapFeatures> places_;
  double words_in_gaps_, source_gap_, target_gap_;
  float target_length_, cross_serial_, bonbon_, crossing_;
};

}  // namespace dragoman::search
