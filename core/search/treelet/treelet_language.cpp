#include "search/treelet/treelet_language.hpp"

#include <numbers>

#include "lm/chart.hpp"

namespace dragoman::search {

TreeletLanguage::TreeletLanguage(const std::vector<const lm::Model*>& models,
                                 std::span<const double> weights)
    : models_(models) {
  for (const double weight : weights) weights_.push_back(static_cast<float>(weight));
}

void TreeletLanguage::begin(const TranslationOptions& options, const SPhraseOptions& sphrases) {
  options_ = &options;
  sphrases_ = &sphrases;
}

float TreeletLanguage::phrase(const TranslationOption& option, States& states) const {
  float total = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::RuleScore score(*models_[m], states[m]);
    for (const WordId word : options_->target(option.target)) {
      score.terminal(models_[m]->find(options_->words().word(word)));
    }
    total += weights_[m] * static_cast<float>(std::numbers::ln10 * score.finish());
  }
  return total;
}

float TreeletLanguage::seam(const lm::ChartState* left, const lm::ChartState* right,
                            States& states) const {
  float total = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::RuleScore score(*models_[m], states[m]);
    score.non_terminal(left[m]);
    score.non_terminal(right[m]);
    total += weights_[m] * static_cast<float>(std::numbers::ln10 * score.finish());
  }
  return total;
}

float TreeletLanguage::ends(std::span<const lm::ChartState> states) const {
  float total = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::ChartState whole;
    lm::RuleScore score(*models_[m], whole);
    score.begin_sentence();
    score.non_terminal(states[m]);
    score.terminal(models_[m]->end_sentence());
    total += weights_[m] * static_cast<float>(std::numbers::ln10 * score.finish());
  }
  return total;
}

void TreeletLanguage::explain(const TreeletItems& items, const TreeletEdge& edge,
                              float* scores) const {
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const lm::Model& model = *models_[m];
    lm::ChartState state;
    lm::RuleScore score(model, state);
    if (edge.step == TreeletStep::kIntroduce) {
      const auto& option = (*options_)[(*sphrases_)[edge.option].option];
      for (const WordId word : options_->target(option.target)) {
        score.terminal(model.find(options_->words().word(word)));
      }
    } else if (edge.step == TreeletStep::kAdjoin) {
      for (const std::uint32_t tail : edge.tails) score.non_terminal(items.states(tail)[m]);
    } else if (edge.step == TreeletStep::kGoal) {
      score.begin_sentence();
      score.non_terminal(items.states(edge.tails[0])[m]);
      score.terminal(model.end_sentence());
    } else {
      continue;
    }
    scores[m] += static_cast<float>(std::numbers::ln10 * score.finish());
  }
}

}  // namespace dragoman::search
