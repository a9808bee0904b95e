// The scores of gaps: the weights of the gap features, and their values in feature rows.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "search/api/feature_layout.hpp"
#include "search/options/shape.hpp"
#include "search/phrase/gaps/gap_features.hpp"
#include "search/phrase/gaps/gap_subtrees.hpp"

namespace dragoman::search::phrase {

class GappedOptions;

class GapScores {
 public:
  GapScores(const GapSettings& settings, const FeatureLayout& layout,
            std::span<const double> weights);

  bool has(GapFeature feature) const {
    return places_[static_cast<std::size_t>(feature)] != FeatureLayout::kAbsent;
  }

  /// Whether the source pieces of phrases are taken in target order.
  bool in_target_order() const { return in_target_order_; }
  /// Whether it matters how source gaps lie in the source's tree.
  bool looks_at_trees() const {
    return has(GapFeature::kSubtree) || has(GapFeature::kCrossSubtree);
  }
  /// The cost of the source gaps of a phrase.
  float source_cost(const Shape& shape, const SourceGaps& gaps) const {
    if (!shape.has_gaps()) return 0;
    return static_cast<float>(within_ * static_cast<double>(gaps.jumps) +
                              source_gap_ * static_cast<double>(shape.gaps()) +
                              subtree_ * static_cast<double>(gaps.subtrees) +
                              cross_subtree_ * static_cast<double>(gaps.crossing));
  }
  /// The score of a jump of so many words between two source pieces.
  float of_jump(int words, bool within_phrase) const {
    return static_cast<float>(-(within_phrase ? within_ : between_) * words);
  }
  void explain_jump(int words, bool within_phrase, float* row) const;
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
  /// covered, the most that the lengths of gaps can score, and the most by which a jump to the
  /// first piece in target order can score more than one to the first in source order.
  float most_crossing(std::size_t max_pending, std::size_t window) const;
  float most_length(const GappedOptions& options, std::size_t max_pending) const;
  float most_jump(const GappedOptions& options) const;

  void explain(const GapCounts& counts, float* row) const;
  /// Adds the values of an option alone, which is followed by `pieces` later pieces.
  void explain_own(const Shape& shape, const SourceGaps& gaps, std::size_t pieces,
                   float* row) const;

 private:
  template <typename Count>
  void add(GapFeature feature, Count count, float* row) const {
    if (has(feature)) row[places_[static_cast<std::size_t>(feature)]] -= static_cast<float>(count);
  }

  std::array<std::size_t, kGapFeatures> places_;
  std::size_t distortion_place_;
  bool in_target_order_;
  double within_, between_, source_gap_, target_gap_, subtree_, cross_subtree_;
  float target_length_, cross_serial_, bonbon_, crossing_;
};

}  // namespace dragoman::search::phrase
