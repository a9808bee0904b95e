#include "search/chart/edge_scores.hpp"

#include <algorithm>
#include <numbers>

namespace dragoman::search::chart {

EdgeScores::EdgeScores(const ModelParts& model, const ChartRules& rules, const ChartItems& items,
                       EdgeFeatures& custom, const SpanCrossings& crossings, EdgeCohesion& cohesion)
    : model_(model),
      rules_(rules),
      items_(items),
      custom_(custom),
      crossings_(crossings),
      cohesion_(cohesion) {
  for (const double weight : model.layout->of(Block::kLanguageModels, model.weights)) {
    weights_.push_back(static_cast<float>(weight * std::numbers::ln10));
  }
}

float EdgeScores::score(std::uint32_t number, const Tails& tails, const EdgePlace& place,
                        lm::ChartState* states, ItemState& state) const {
  const ChartRule& rule = rules_[number];
  float total = rule.score;
  if (rule.arity == 0) {  // its words were scored with the rule
    const auto known = rules_.states(rule);
    std::copy(known.begin(), known.end(), states);
    total = rule.estimate;
  } else {
    for (std::size_t k = 0; k < rule.arity; ++k) total += items_[tails[k]].score;
    for (std::size_t m = 0; m < weights_.size(); ++m) {
      total += weights_[m] * language(rule, tails, place, m, states[m]);
    }
  }
  total += place.cohesion;
  state = {};
  if (custom_.used()) {
    const EdgeFeatures::Known known = custom_.look_up(question(number, tails, place));
    state.custom = known.state;
    total += known.score;
  }
  if (cohesion_.used()) {
    const auto& joined = cohesion_.join(number, tails, place.begin, place.end);
    state.cohesion = joined.allowed ? joined.sequence : ItemState::kRefused;
    total += joined.score;
  }
  return total;
}

FeatureQuestion EdgeScores::question(std::uint32_t rule, const Tails& tails,
                                     const EdgePlace& place) const {
  FeatureQuestion question{rule, place.begin, place.end, {}, place.whole};
  for (std::size_t k = 0; k < rules_[rule].arity; ++k) {
    question.states[k] = items_[tails[k]].state.custom;
  }
  return question;
}

float EdgeScores::language(const ChartRule& rule, const Tails& tails, const EdgePlace& place,
                           std::size_t m, lm::ChartState& state) const {
  const lm::Model& model = *model_.language_models[m];
  lm::RuleScore score(model, state);
  if (rule.begins_sentence()) score.begin_sentence();
  for (const Symbol symbol : rules_.in_language_model(rule, m)) {
    if (symbol >= 0) {
      score.terminal(static_cast<WordId>(symbol));
    } else {
      const auto k = static_cast<std::size_t>(kFirstNonTerminal - symbol);
      score.non_terminal(items_.states(tails[k])[m]);
    }
  }
  if (place.whole) score.terminal(model.end_sentence());
  const float total = score.finish();
  if (place.whole) state = {};
  return total;
}

void EdgeScores::explain(std::uint32_t number, const Tails& tails, const EdgePlace& place,
                         float* row) const {
  const ChartRule& rule = rules_[number];
  const std::size_t first = model_.layout->first(Block::kLanguageModels);
  for (std::size_t m = 0; m < weights_.size(); ++m) {
    lm::ChartState state;
    row[first + m] +=
        static_cast<float>(std::numbers::ln10 * language(rule, tails, place, m, state));
  }
  rules_.explain(rule, row);
  if (!rule.is_glue()) crossings_.explain(place.begin, place.end, row);
  custom_.explain(question(number, tails, place), row);
  if (cohesion_.used()) {
    cohesion_.explain(cohesion_.join(number, tails, place.begin, place.end), row);
  }
}

}  // namespace dragoman::search::chart
