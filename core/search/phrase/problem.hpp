// Everything that the phrase-based search needs to know about a sentence or a piece of one.
#pragma once

#include "search/options/future_costs.hpp"
#include "search/options/language_contexts.hpp"
#include "search/phrase/features/distortion.hpp"
#include "search/phrase/features/phrase_reordering.hpp"
#include "search/phrase/features/reordering_limits.hpp"
#include "search/phrase/gaps/gapped_options.hpp"
#include "search/phrase/phrase_settings.hpp"
#include "search/shared/rule_feature.hpp"
#include "search/shared/rule_scores.hpp"

namespace dragoman::search::phrase {

/// The features that every step has. features/feature.hpp is for features that only some searches
/// have. Each feature here both scores a step and explains it.
struct StepFeatures {
  StepFeatures(const ModelParts& model, const RuleFeatures& of_rules, bool phrase_reordering)
      : rules(model),
        rule_features(of_rules),
        distortion(model),
        reordering(model, phrase_reordering) {}

  RuleScores rules;
  const RuleFeatures& rule_features;
  Distortion distortion;
  PhraseReordering reordering;
};

struct Problem {
  const GappedOptions& options;
  const FutureCosts& future;
  LanguageContexts& contexts;
  const PhraseSettings& settings;
  const StepFeatures& features;
  ReorderingLimits limits;
  ContextId start;            ///< context before the first word
  bool ends_sentence = true;  ///< whether the language models score the end of sentence

  std::size_t length() const { return options.sentence_length(); }
};

}  // namespace dragoman::search::phrase
