#include "search/phrase/features/custom_features.hpp"

#include <algorithm>

namespace dragoman::search::phrase {

std::vector<Symbol> AskedOptions::target_side(std::uint32_t rule) const {
  const auto words = options_.target(options_[rule].target);
  return {words.begin(), words.end()};
}

float most_of(std::span<const CustomFeature> features, std::span<const double> weights) {
  double sum = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (weights[i] == 0) continue;
    sum += weights[i] * (weights[i] > 0 ? features[i].highest : features[i].lowest);
  }
  return static_cast<float>(sum);
}

FeatureMemory::Known FeatureMemory::look_up(std::uint32_t state, const TranslationOption& option,
                                            bool ends) {
  const std::uint64_t wanted = key(state, step(option, ends));
  auto found = known_.find(wanted);
  if (found == known_.end() || found->second.place == kAsked) {
    expect(state, option, ends);
    if (option.gaps == kNoGaps) {
      for (const TranslationOption& other : options_.of(option.begin, option.end - option.begin)) {
        expect(state, other, ends);
      }
    }
    settle();
    found = known_.find(wanted);
  }
  return found->second;
}

void FeatureMemory::expect(std::uint32_t state, const TranslationOption& option, bool ends) {
  if (!known_.try_emplace(key(state, step(option, ends)), Known{0, 0, kAsked}).second) return;
  waiting_.push_back({options_.number(option),
                      offset_ + static_cast<std::uint32_t>(option.begin),
                      offset_ + static_cast<std::uint32_t>(option.end),
                      {state, 0},
                      ends});
}

void FeatureMemory::settle() {
  if (waiting_.empty()) return;
  const FeatureSession::Answers answers = session_->answer(waiting_);
  const std::size_t width = weights_.size();
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const FeatureQuestion& asked = waiting_[i];
    Known& known = known_[key(asked.states[0], step(options_[asked.rule], asked.last))];
    known.state = answers.states[i];
    known.place = static_cast<std::uint32_t>(values_.size() + i * width);
    double score = 0;
    for (std::size_t f = 0; f < width; ++f) score += weights_[f] * answers.values[i * width + f];
    known.score = static_cast<float>(score);
  }
  values_.insert(values_.end(), answers.values.begin(), answers.values.end());
  waiting_.clear();
}

}  // namespace dragoman::search::phrase
