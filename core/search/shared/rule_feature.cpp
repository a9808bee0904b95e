#include "search/shared/rule_feature.hpp"

#include <cmath>
#include <numeric>

#include "common/error.hpp"

namespace dragoman::search {

RuleFeatures::RuleFeatures(const ModelParts& model)
    : place_(model.layout->first(Block::kRuleFeatures)),
      count_(model.layout->count(Block::kRuleFeatures)),
      weights_(model.layout->of(Block::kRuleFeatures, model.weights)) {}

void RuleFeatures::open(std::unique_ptr<RuleValues> values) {
  values_ = std::move(values);
  known_.clear();
}

std::span<const float> RuleFeatures::scores(RuleId first, RuleId last) {
  const std::size_t rules = last - first;
  if (rules == 0) return {};
  auto [entry, fresh] = known_.try_emplace(first);
  std::vector<float>& values = entry->second;
  if (fresh) {
    rules_.resize(rules);
    std::iota(rules_.begin(), rules_.end(), first);
    values.assign(rules * count_, 0);
    values_->compute(rules_, values);
    for (const float value : values) {
      if (!std::isfinite(value)) throw ConfigError("a value of a rule feature is not finite");
    }
  }
  scores_.assign(rules, 0);
  for (std::size_t i = 0; i < rules; ++i) {
    double score = 0;
    for (std::size_t f = 0; f < count_; ++f) score += weights_[f] * values[i * count_ + f];
    scores_[i] = static_cast<float>(score);
  }
  return scores_;
}

void RuleFeatures::explain(RuleId rule, float* row) const {
  if (!used()) return;
  const auto& [first, values] = *std::prev(known_.upper_bound(rule));
  for (std::size_t f = 0; f < count_; ++f) row[place_ + f] += values[(rule - first) * count_ + f];
}

}  // namespace dragoman::search
