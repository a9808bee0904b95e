#include "search/chart/chart_decoder.hpp"

#include "common/error.hpp"
#include "search/api/catalogue.hpp"
#include "search/chart/worker.hpp"
#include "search/shared/check_model.hpp"
#include "search/shared/decode_all.hpp"

namespace dragoman::search::chart {

FeatureLayout chart_layout(const ChartFeatures& features) {
  FeatureLayout layout;
  layout.append(Block::kLanguageModels, language_model_names(features.language_models));
  layout.append(Block::kColumns, features.columns);
  layout.append(Block::kPenalties, names_of(Block::kPenalties));
  layout.append(Block::kCohesion, names_of(Block::kCohesion, features.cohesion));
  if (features.crossings) layout.append(Block::kCrossings, names_of(Block::kCrossings));
  if (features.lattice) layout.append(Block::kLattice, names_of(Block::kLattice));
  layout.append(Block::kArity, names_of(Block::kArity));
  layout.append(Block::kGlue, names_of(Block::kGlue));
  layout.append(Block::kRuleFeatures, features.rule_features);
  layout.append(Block::kCustom, features.custom);
  return layout;
}

ChartDecoder::ChartDecoder(ChartModel model)
    : model_(std::move(model)),
      layout_(chart_layout({model_.language_models.size(), model_.columns,
                            model_.settings.crossings, model_.settings.lattice,
                            model_.rule_features, model_.custom, model_.cohesion.features})),
      pool_(std::make_unique<SentencePool<ChartWorker>>()) {
  check_model({model_.rules, &layout_, model_.weights, model_.language_models}, model_.columns);
  if (model_.settings.pop_limit == 0) throw ConfigError("the pop limit must be at least 1");
}

ChartDecoder::~ChartDecoder() = default;

std::vector<Translation> ChartDecoder::decode(std::span<const Sentence> sentences,
                                              const DecodeRequest& request,
                                              Monitor& monitor) const {
  return decode_all(*pool_, model_, layout_, sentences, request, monitor, [](const Sentence&) {});
}

}  // namespace dragoman::search::chart
