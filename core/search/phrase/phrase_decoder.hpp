// The phrase-based decoder: translates sentences with a rule table and language models.
//
//   PhraseDecoder decoder({&rules, columns, {&lm}, weights, settings});
//   std::vector<Translation> out = decoder.decode(sentences, {.threads = 2, .forests = true},
//   monitor);
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "common/parallel.hpp"
#include "forest/forest.hpp"
#include "search/features/cohesion.hpp"
#include "search/features/custom_features.hpp"
#include "search/shared/sentence.hpp"
#include "search/shared/settings.hpp"
#include "search/shared/translation_options.hpp"

namespace dragoman::search {

/// What a phrase-based model consists of. All that is pointed to must outlive the decoder.
struct PhraseModel {
  const RuleTable* rules;
  std::vector<std::string> columns;  ///< names of the table's scores
  std::vector<const lm::Model*> language_models;
  std::vector<double> weights;  ///< in the order of FeatureLayout
  Settings settings;
  CohesionSettings cohesion = {};
  GapSettings gaps = {};
  std::vector<CustomFeature> custom = {};
  bool block_orientation = false;  ///< orientations of the table are relative to blocks
};

struct Translation {
  forest::Forest best;       ///< the best derivation alone
  forest::Forest forest;     ///< all that was searched, if asked for
  bool degraded = false;     ///< the search was cut short by its bounds
  bool unreachable = false;  ///< nothing satisfies what was demanded
  bool relaxed = false;      ///< nothing satisfied the hard cohesion constraint, which was lifted
  std::uint64_t work = 0;    ///< expansions
};

struct DecodeOptions {
  std::size_t threads = 1;
  bool forests = false;
  FeatureSource* custom = nullptr;  ///< the model's custom features, if it has any
};

class PhraseDecoder {
 public:
  /// Throws ConfigError if weights or settings do not fit the model.
  explicit PhraseDecoder(PhraseModel model);
  ~PhraseDecoder();
  PhraseDecoder(const PhraseDecoder&) = delete;
  PhraseDecoder& operator=(const PhraseDecoder&) = delete;

  const FeatureLayout& layout() const { return layout_; }

  /// Translations in the order of the sentences, the same for any number of threads. Throws
  /// ConfigError if a sentence's zones, walls or heads are out of range, or if custom features are
  /// missing.
  std::vector<Translation> decode(std::span<const Sentence> sentences, const DecodeOptions& options,
                                  Monitor& monitor) const;

 private:
  class Worker;

  PhraseModel model_;
  FeatureLayout layout_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Worker>> idle_;  ///< with what they remember of the model
};

}  // namespace dragoman::search
