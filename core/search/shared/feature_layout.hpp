// The features of a phrase-based model: their names, their places in a feature vector, and their
// weights by kind.
//
// The order is: language models, columns of the rule table, phrase_penalty, word_penalty, unknown,
// distortion, for a table with reordering scores the six of them, the cohesion and gap features
// chosen, and custom features.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "search/phrase/gaps/gap_features.hpp"

namespace dragoman::search {

class FeatureLayout {
 public:
  static constexpr std::size_t kOrientations = 3;

  FeatureLayout(std::size_t language_models, std::vector<std::string> columns, bool reordering,
                const std::vector<std::string>& cohesion = {},
                std::span<const GapFeature> gaps = {}, const std::vector<std::string>& custom = {})
      : columns_(columns.size()), language_models_(language_models), reordering_(reordering) {
    for (std::size_t i = 0; i < language_models; ++i) {
      names_.push_back(i == 0 ? "lm" : "lm" + std::to_string(i + 1));
    }
    for (std::string& column : columns) names_.push_back(std::move(column));
    for (const char* name : {"phrase_penalty", "word_penalty", "unknown", "distortion"}) {
      names_.emplace_back(name);
    }
    if (reordering) {
      for (const char* direction : {"backward", "forward"}) {
        for (const char* orientation : {"monotone", "swap", "discontinuous"}) {
          names_.push_back(std::string("reordering.") + direction + "." + orientation);
        }
      }
    }
    names_.insert(names_.end(), cohesion.begin(), cohesion.end());
    gaps_.fill(kAbsent);
    for (const GapFeature feature : gaps) {
      const auto number = static_cast<std::size_t>(feature);
      gaps_[number] = names_.size();
      names_.emplace_back(kGapFeatureNames[number]);
    }
    custom_ = names_.size();
    names_.insert(names_.end(), custom.begin(), custom.end());
  }

  const std::vector<std::string>& names() const { return names_; }
  std::size_t size() const { return names_.size(); }
  std::size_t language_models() const { return language_models_; }
  std::size_t columns() const { return columns_; }
  bool has_reordering() const { return reordering_; }

  std::size_t language_model(std::size_t i) const { return i; }
  std::size_t column(std::size_t i) const { return language_models_ + i; }
  std::size_t phrase_penalty() const { return language_models_ + columns_; }
  std::size_t word_penalty() const { return phrase_penalty() + 1; }
  std::size_t unknown() const { return phrase_penalty() + 2; }
  std::size_t distortion() const { return phrase_penalty() + 3; }
  std::size_t backward(std::size_t orientation) const { return phrase_penalty() + 4 + orientation; }
  std::size_t forward(std::size_t orientation) const {
    return phrase_penalty() + 4 + kOrientations + orientation;
  }
  /// The first of the cohesion features.
  std::size_t cohesion() const {
    return phrase_penalty() + 4 + (reordering_ ? 2 * kOrientations : 0);
  }
  static constexpr std::size_t kAbsent = std::numeric_limits<std::size_t>::max();
  /// A gap feature, or kAbsent.
  std::size_t gap(GapFeature feature) const { return gaps_[static_cast<std::size_t>(feature)]; }
  /// Its weight; 0 if it is absent.
  double gap_weight(GapFeature feature, std::span<const double> weights) const {
    return gap(feature) == kAbsent ? 0 : weights[gap(feature)];
  }
  /// The first of the custom features.
  std::size_t custom() const { return custom_; }

 private:
  std::vector<std::string> names_;
  std::array<std::size_t, kGapFeatureNames.size()> gaps_{};
  std::size_t columns_;
  std::size_t language_models_;
  std::size_t custom_ = 0;
  bool reordering_;
};

/// Score of an unknown word, as in Moses.
inline constexpr float kUnknownScore = -100.0F;

}  // namespace dragoman::search
