// The chart decoder: translates sentences with hierarchical rules (Chiang 2007) and language
// models.
//
//   ChartDecoder decoder({&rules, columns, {&lm}, weights, settings});
//   std::vector<Translation> out = decoder.decode(sentences, {.threads = 2, .forest = true},
//   monitor);
//
// The grammar has one non-terminal X of its own, and glue: S -> X and S -> S X.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/parallel.hpp"
#include "search/api/decoding.hpp"
#include "search/api/sentence.hpp"
#include "search/chart/chart_settings.hpp"
#include "search/shared/cohesion_settings.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search {
template <typename Worker>
class SentencePool;
}  // namespace dragoman::search

namespace dragoman::search::chart {

class ChartWorker;

/// What a hierarchical model consists of. All that is pointed to must outlive the decoder.
struct ChartModel {
  const RuleTable* rules;
  std::vector<std::string> columns;  ///< names of the table's scores
  std::vector<const lm::Model*> language_models;
  std::vector<double> weights;  ///< in the order of chart_layout()
  ChartSettings settings;
  std::vector<std::string> rule_features = {}, custom = {};  ///< names
  CohesionSettings cohesion;
};

/// What the features of a hierarchical model depend on.
struct ChartFeatures {
  std::size_t language_models;
  std::vector<std::string> columns;
  bool crossings = false, lattice = false;
  std::vector<std::string> rule_features = {}, custom = {};
  std::vector<CohesionFeature> cohesion = {};
};

FeatureLayout chart_layout(const ChartFeatures& features);

class ChartDecoder {
 public:
  /// Throws ConfigError if weights or settings do not fit the model.
  explicit ChartDecoder(ChartModel model);
  ~ChartDecoder();
  ChartDecoder(const ChartDecoder&) = delete;
  ChartDecoder& operator=(const ChartDecoder&) = delete;

  const FeatureLayout& layout() const { return layout_; }

  /// Translations in the order of the sentences, the same for any number of threads. Throws
  /// ConfigError if what is demanded of a sentence is impossible, or if features are missing.
  std::vector<Translation> decode(std::span<const Sentence> sentences, const DecodeRequest& request,
                                  Monitor& monitor) const;

 private:
  ChartModel model_;
  FeatureLayout layout_;
  std::unique_ptr<SentencePool<ChartWorker>> pool_;
};

}  // namespace dragoman::search::chart
