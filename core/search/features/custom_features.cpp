#include "search/features/custom_features.hpp"

#include <algorithm>

namespace dragoman::search {

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
  const std::uint32_t number = step(option, ends);
  if (!known_.try_emplace(key(state, number), Known{0, 0, kAsked}).second) return;
  states_.push_back(state);
  steps_.push_back(number);
}

void FeatureMemory::settle() {
  if (states_.empty()) return;
  const FeatureSession::Answers answers = session_.answer({states_, steps_});
  const std::size_t width = weights_.size();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    Known& known = known_[key(states_[i], steps_[i])];
    known.state = answers.states[i];
    known.place = static_cast<std::uint32_t>(values_.size() + i * width);
    double score = 0;
    for (std::size_t f = 0; f < width; ++f) score += weights_[f] * answers.values[i * width + f];
    known.score = static_cast<float>(score);
  }
  values_.insert(values_.end(), answers.values.begin(), answers.values.end());
  states_.clear();
  steps_.clear();
}

}  // namespace dragoman::search
