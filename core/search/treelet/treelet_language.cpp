#include "search/treelet/treelet_language.hpp"

#include <numbers>

#include "lm/chart.hpp"

namespace dragoman::search::treelet {

TreeletLanguage::TreeletLanguage(const std::vector<const lm::Model*>& models,
                                 std::span<const double> weights)
    : models_(models), lefts_(models.size()), rights_(models.size()), states_(models.size()) {
  for (const double weight : weights) {
    weights_.push_back(static_cast<float>(weight * std::numbers::ln10));
  }
}

void TreeletLanguage::begin(const TranslationOptions& options, const SPhraseOptions& sphrases) {
  options_ = &options;
  sphrases_ = &sphrases;
  lefts_.clear();
  rights_.clear();
  seams_.clear(1 << 12);
}

TextEnds TreeletLanguage::number() {
  return {lefts_.number([&](std::size_t m) -> const lm::LeftState& { return states_[m].left; }),
          rights_.number([&](std::size_t m) -> const lm::State& { return states_[m].right; })};
}

float TreeletLanguage::phrase(const TranslationOption& option, TextEnds& ends) {
  float total = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::RuleScore score(*models_[m], states_[m]);
    for (const WordId word : options_->target(option.target)) {
      score.terminal(models_[m]->find(options_->words().word(word)));
    }
    total += weights_[m] * score.finish();
  }
  ends = number();
  return total;
}

float TreeletLanguage::seam(std::uint32_t before, std::uint32_t after) {
  const std::uint64_t key = std::uint64_t{before} << 32 | after;
  Seam& seam = seams_.insert(
      mix64(key), [&](const Seam& other) { return other.key == key; },
      [](const Seam& other) { return mix64(other.key); });
  if (seam.free()) {
    seam.key = key;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const lm::State& last = rights_.of(before, m);
      const lm::LeftState& first = lefts_.of(after, m);
      const float added = lm::joint(*models_[m], last, last.length, first, first.length + 1);
      seam.score += weights_[m] * added;
    }
  }
  return seam.score;
}

bool TreeletLanguage::full(std::uint32_t left) const {
  for (std::size_t m = 0; m < models_.size(); ++m) {
    if (!lefts_.of(left, m).full) return false;
  }
  return true;
}

TextEnds TreeletLanguage::join(const TextEnds& left, const TextEnds& right) {
  // What is full hides all that lies behind it.
  if (full(left.left) && full(right.left)) return {left.left, right.right};
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::RuleScore score(*models_[m], states_[m]);
    score.non_terminal(state(left, m));
    score.non_terminal(state(right, m));
    score.finish();
  }
  return number();
}

float TreeletLanguage::ends(const TextEnds& ends) const {
  float total = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::ChartState whole;
    lm::RuleScore score(*models_[m], whole);
    score.begin_sentence();
    score.non_terminal(state(ends, m));
    score.terminal(models_[m]->end_sentence());
    total += weights_[m] * score.finish();
  }
  return total;
}

void TreeletLanguage::explain(const TreeletItems& items, const TreeletEdge& edge,
                              float* scores) const {
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const lm::Model& model = *models_[m];
    lm::ChartState made;
    lm::RuleScore score(model, made);
    if (edge.step == TreeletStep::kIntroduce) {
      const auto& option = (*options_)[(*sphrases_)[edge.option].option];
      for (const WordId word : options_->target(option.target)) {
        score.terminal(model.find(options_->words().word(word)));
      }
    } else if (edge.step == TreeletStep::kAdjoin) {
      for (const std::uint32_t tail : edge.tails) score.non_terminal(state(items[tail].ends, m));
    } else if (edge.step == TreeletStep::kGoal) {
      score.begin_sentence();
      score.non_terminal(state(items[edge.tails[0]].ends, m));
      score.terminal(model.end_sentence());
    } else {
      continue;
    }
    scores[m] += static_cast<float>(std::numbers::ln10 * score.finish());
  }
}

}  // namespace dragoman::search::treelet
