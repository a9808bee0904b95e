#include "search/treelet/treelet_decoder.hpp"

#include "common/error.hpp"
#include "search/api/catalogue.hpp"
#include "search/shared/check_model.hpp"
#include "search/shared/decode_all.hpp"
#include "search/treelet/worker.hpp"

namespace dragoman::search::treelet {
namespace {

constexpr std::size_t kMostWords = 64;

void check(const TreeletModel& model) {
  if (model.settings.max_words > kMostWords) {
    throw ConfigError("the treelet decoder takes sentences of at most 64 words");
  }
  if (model.sphrases.first.size() != model.rules->size() + 1) {
    throw ConfigError("the s-phrases do not belong to the rule table");
  }
  if (!model.usual_spines.contains("")) throw ConfigError("expected spines for unknown words");
  for (const auto& [tag, spines] : model.usual_spines) {
    if (spines.empty()) throw ConfigError("expected spines for unknown words");
    for (const std::uint32_t spine : spines) {
      if (spine >= model.spines.size()) throw ConfigError("a spine is not in the inventory");
    }
  }
}

std::vector<std::string> names(const std::vector<phrase::CustomFeature>& features) {
  std::vector<std::string> result;
  for (const phrase::CustomFeature& feature : features) result.push_back(feature.name);
  return result;
}

}  // namespace

FeatureLayout treelet_layout(const TreeletFeatures& features) {
  FeatureLayout layout;
  layout.append(Block::kLanguageModels, language_model_names(features.language_models));
  layout.append(Block::kColumns, features.columns);
  layout.append(Block::kPenalties, names_of(Block::kPenalties));
  layout.append(Block::kDistortion, names_of(Block::kDistortion));
  layout.append(Block::kTreelets, names_of(Block::kTreelets));
  layout.append(Block::kCohesion, names_of(Block::kCohesion, features.cohesion));
  if (features.crossings) layout.append(Block::kCrossings, names_of(Block::kCrossings));
  layout.append(Block::kRuleFeatures, features.rule_features);
  layout.append(Block::kCustom, features.custom);
  return layout;
}

TreeletDecoder::TreeletDecoder(TreeletModel model)
    : model_(std::move(model)),
      layout_(
          treelet_layout({model_.language_models.size(), model_.columns, model_.cohesion.features,
                          model_.settings.crossings, model_.rule_features, names(model_.custom)})),
      pool_(std::make_unique<SentencePool<TreeletWorker>>()) {
  check_model({model_.rules, &layout_, model_.weights, model_.language_models}, model_.columns);
  check(model_);
}

TreeletDecoder::~TreeletDecoder() = default;

std::vector<Translation> TreeletDecoder::decode(std::span<const Sentence> sentences,
                                                const DecodeRequest& request,
                                                Monitor& monitor) const {
  return decode_all(*pool_, model_, layout_, sentences, request, monitor, [](const Sentence&) {});
}

}  // namespace dragoman::search::treelet
