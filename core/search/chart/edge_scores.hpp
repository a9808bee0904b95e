// What an edge of the chart scores beyond its rule: the language models where the rule's words meet
// the texts of its tails.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "search/chart/chart_items.hpp"
#include "search/chart/chart_rules.hpp"
#include "search/chart/edge_cohesion.hpp"
#include "search/shared/edge_features.hpp"
#include "search/shared/span_crossings.hpp"

namespace dragoman::search::chart {

/// Where an edge's text stands in the sentence.
struct EdgePlace {
  std::uint32_t begin, end;  ///< source words [begin, end)
  bool whole = false;        ///< it is the whole translation, which ends with it
  float cohesion = 0;        ///< weighted score of the span, for all rules but glue
};

class EdgeScores {
 public:
  EdgeScores(const ModelParts& model, const ChartRules& rules, const ChartItems& items,
             EdgeFeatures& custom, const SpanCrossings& crossings, EdgeCohesion& cohesion);

  /// A span that rules other than glue translate.
  EdgePlace span(std::uint32_t begin, std::uint32_t end) const {
    return {begin, end, false, crossings_.score(begin, end)};
  }

  /// The score of the partial translation that an edge makes; its language model states (one for
  /// each model) and its other state. States at the end of a sentence are all alike. An edge that
  /// the hard constraint forbids has a score and the state of a refused one.
  float score(std::uint32_t rule, const Tails& tails, const EdgePlace& place,
              lm::ChartState* states, ItemState& state) const;

  /// Custom features, if there are any, answer many questions at once: expect() those that will be
  /// asked, then settle().
  bool asks() const { return custom_.used(); }
  void expect(std::uint32_t rule, const Tails& tails, const EdgePlace& place) const {
    if (custom_.used()) custom_.expect(question(rule, tails, place));
  }
  void settle() const {
    if (custom_.used()) custom_.settle();
  }

  /// Adds the values of all features of an edge to a feature row.
  void explain(std::uint32_t rule, const Tails& tails, const EdgePlace& place, float* row) const;

 private:
  FeatureQuestion question(std::uint32_t rule, const Tails& tails, const EdgePlace& place) const;
  /// What a language model adds, as log10.
  float language(const ChartRule& rule, const Tails& tails, const EdgePlace& place, std::size_t m,
                 lm::ChartState& state) const;

  const ModelParts& model_;
  const ChartRules& rules_;
  const ChartItems& items_;
  EdgeFeatures& custom_;
  const SpanCrossings& crossings_;
  EdgeCohesion& cohesion_;
  std::vector<float> weights_;  ///< of language models, for log10
};

}  // namespace dragoman::search::chart
