// The phrase-based decoder: translates sentences with a rule table and language models.
//
//   PhraseDecoder decoder({&rules, columns, {&lm}, weights, settings});
//   std::vector<Translation> out = decoder.decode(sentences, {.threads = 2, .forest = true},
//   monitor);
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/parallel.hpp"
#include "search/api/decoding.hpp"
#include "search/api/sentence.hpp"
#include "search/phrase/features/cohesion.hpp"
#include "search/phrase/features/custom_features.hpp"
#include "search/phrase/gaps/gap_features.hpp"
#include "search/phrase/phrase_settings.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search {
template <typename Worker>
class SentencePool;
}  // namespace dragoman::search

namespace dragoman::search::phrase {

class PhraseWorker;

/// The parts of a phrase-based model. Everything that is pointed to must outlive the decoder.
struct PhraseModel {
  const RuleTable* rules;
  std::vector<std::string> columns;  ///< names of the table's scores
  std::vector<const lm::Model*> language_models;
  std::vector<double> weights;  ///< in the order of phrase_layout()
  PhraseSettings settings;
  CohesionSettings cohesion;
  GapSettings gaps;
  std::vector<std::string> rule_features = {};  ///< their names
  std::vector<CustomFeature> custom = {};
  /// What the orientations of the table are relative to.
  OrientationOf orientation = OrientationOf::kPhrase;
  const lm::Model* operations = nullptr;  ///< of operation sequences, or null
};

/// The properties of a model that determine its features.
struct PhraseFeatures {
  std::size_t language_models;
  std::vector<std::string> columns;
  bool reordering;
  std::vector<CohesionFeature> cohesion = {};
  std::vector<GapFeature> gaps = {};
  bool lattice = false;
  bool operations = false;
  std::vector<std::string> rule_features = {}, custom = {};
};

FeatureLayout phrase_layout(const PhraseFeatures& features);

class PhraseDecoder {
 public:
  /// Throws ConfigError if weights or settings do not fit the model.
  explicit PhraseDecoder(PhraseModel model);
  ~PhraseDecoder();
  PhraseDecoder(const PhraseDecoder&) = delete;
  PhraseDecoder& operator=(const PhraseDecoder&) = delete;

  const FeatureLayout& layout() const { return layout_; }

  /// Translations in the order of the sentences, the same for any number of threads. Throws
  /// ConfigError if a demand on a sentence is impossible, or if features are missing.
  std::vector<Translation> decode(std::span<const Sentence> sentences, const DecodeRequest& request,
                                  Monitor& monitor) const;

 private:
  PhraseModel model_;
  FeatureLayout layout_;
  std::unique_ptr<SentencePool<PhraseWorker>> pool_;
};

}  // namespace dragoman::search::phrase
