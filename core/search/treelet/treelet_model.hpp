// What a treelet model consists of (Carreras & Collins 2009).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "grammar/treelet/dependency_model.hpp"
#include "grammar/treelet/sphrases.hpp"
#include "grammar/treelet/syntactic_model.hpp"
#include "search/phrase/features/custom_features.hpp"
#include "search/phrase/phrase_settings.hpp"
#include "search/shared/cohesion_settings.hpp"
#include "search/shared/model_parts.hpp"
#include "search/treelet/treelet_settings.hpp"

namespace dragoman::search::treelet {

/// Everything that is pointed to must outlive the decoder.
struct TreeletModel {
  const RuleTable* rules;
  std::vector<std::string> columns;  ///< names of the table's scores
  std::vector<const lm::Model*> language_models;
  std::vector<double> weights;  ///< in the order of treelet_layout()
  TreeletSettings settings;
  phrase::PhraseSettings fallback;  ///< of the phrase decoder, for sentences that have no tree
  dragoman::treelet::SPhraseView sphrases;
  std::vector<std::string> spine_texts;          ///< "TAG LOWEST ... HIGHEST"
  std::vector<dragoman::treelet::Spine> spines;  ///< the same
  /// Spines of words that no analysis is known for, the best first, by the tag of the source word;
  /// for all other tags those of the empty tag.
  std::map<std::string, std::vector<std::uint32_t>> usual_spines;
  const dragoman::treelet::SyntacticModel* syntax;
  const dragoman::treelet::DependencyModel* dependencies;
  std::vector<std::string> rule_features = {};  ///< their names
  std::vector<phrase::CustomFeature> custom = {};
  CohesionSettings cohesion;
};

/// Places in the block of features of treelets.
enum TreeletFeature : std::size_t { kAnalysis, kSyntax, kDependency, kBroken };

}  // namespace dragoman::search::treelet
