#include "search/phrase/phrase_decoder.hpp"

#include <cmath>

#include "common/error.hpp"
#include "search/api/catalogue.hpp"
#include "search/phrase/worker.hpp"
#include "search/shared/check_model.hpp"
#include "search/shared/decode_all.hpp"

namespace dragoman::search::phrase {
namespace {

template <typename Features>
std::vector<std::string> named(const Features& features) {
  std::vector<std::string> names;
  for (const auto& feature : features) names.push_back(feature.name);
  return names;
}

void check(const PhraseSettings& settings) {
  if (!(settings.beam >= 0 && settings.beam <= 1)) {
    throw ConfigError("the beam must be between 0 and 1");
  }
  if (settings.distortion_limit < -1) {
    throw ConfigError("the distortion limit must be -1 (none) or more");
  }
  if (settings.pop_limit == 0) throw ConfigError("the pop limit must be at least 1");
}

void check(const GapSettings& settings) {
  if (settings.max_pending > kMaxPending) {
    throw ConfigError("at most " + std::to_string(kMaxPending) + " target pieces can be pending");
  }
  if (settings.max_span > Shape::kMaxSpan) {
    throw ConfigError("a phrase with gaps extends over at most " + std::to_string(Shape::kMaxSpan) +
                      " words");
  }
  if (!(settings.pending_cost >= 0 && std::isfinite(settings.pending_cost))) {
    throw ConfigError("the cost of a pending piece must be 0 or more");
  }
}

void check_lattice(const Sentence& sentence, const PhraseModel& model) {
  if (model.operations != nullptr) {
    throw ConfigError(
        "a model with operation sequences (osm) translates no lattices, whose words have no order: "
        "train one without");
  }
  if (model.gaps.used()) {
    throw ConfigError("phrases with gaps translate no lattices: set gaps = \"none\"");
  }
  if (sentence.length() > WordLattice::kMaxLength) {
    throw ConfigError("the phrase decoder takes lattices of at most " +
                      std::to_string(WordLattice::kMaxLength) + " nodes beyond the first, not " +
                      std::to_string(sentence.length()));
  }
}

}  // namespace

FeatureLayout phrase_layout(const PhraseFeatures& features) {
  FeatureLayout layout;
  layout.append(Block::kLanguageModels, language_model_names(features.language_models));
  layout.append(Block::kColumns, features.columns);
  layout.append(Block::kPenalties, names_of(Block::kPenalties));
  layout.append(Block::kDistortion, names_of(Block::kDistortion));
  if (features.reordering) layout.append(Block::kReordering, names_of(Block::kReordering));
  layout.append(Block::kCohesion, names_of(Block::kCohesion, features.cohesion));
  layout.append(Block::kGaps, names_of(Block::kGaps, features.gaps));
  if (features.lattice) layout.append(Block::kLattice, names_of(Block::kLattice));
  if (features.operations) layout.append(Block::kOperations, names_of(Block::kOperations));
  layout.append(Block::kRuleFeatures, features.rule_features);
  layout.append(Block::kCustom, features.custom);
  return layout;
}

PhraseDecoder::PhraseDecoder(PhraseModel model)
    : model_(std::move(model)),
      layout_(phrase_layout({model_.language_models.size(), model_.columns,
                             model_.rules->reordering_columns() == 2 * kOrientations,
                             model_.cohesion.features, model_.gaps.features,
                             model_.settings.lattice, model_.operations != nullptr,
                             model_.rule_features, named(model_.custom)})),
      pool_(std::make_unique<SentencePool<PhraseWorker>>()) {
  check_model({model_.rules, &layout_, model_.weights, model_.language_models}, model_.columns);
  check(model_.settings);
  check(model_.gaps);
}

PhraseDecoder::~PhraseDecoder() = default;

std::vector<Translation> PhraseDecoder::decode(std::span<const Sentence> sentences,
                                               const DecodeRequest& request,
                                               Monitor& monitor) const {
  return decode_all(*pool_, model_, layout_, sentences, request, monitor,
                    [&](const Sentence& sentence) {
                      if (!sentence.lattice.empty()) check_lattice(sentence, model_);
                    });
}

}  // namespace dragoman::search::phrase
