#include "grammar/treelet/dependency_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/error.hpp"

namespace dragoman::treelet {
namespace {

constexpr double kPriorSeen = 5, kPrior = 0.05, kLeast = 1e-6;
constexpr float kRate = 0.2F;

/// Where the weight of a feature is among `size` weights, a power of two.
std::uint64_t place_of(std::uint64_t feature, std::size_t size) {
  return (feature >> 1) & (size - 1);
}

double probability(double sum) { return std::clamp(1 / (1 + std::exp(-sum)), kLeast, 1 - kLeast); }

}  // namespace

double BackedOffDependencies::score(const Gamma& gamma, const SourceSentence& source) const {
  double found = kPrior;
  const auto contexts = gamma_contexts(gamma, source);
  for (std::size_t level = kGammaLevels; level-- > 0;) {
    const Counts counts = table_[contexts[level]];
    found = (counts.other + kPriorSeen * found) / (counts.seen + kPriorSeen);
  }
  return std::log(std::clamp(found, kLeast, 1 - kLeast));
}

void DependencyCounts::learn(const Gamma& gamma, const SourceSentence& source, bool depends) {
  for (const std::uint64_t context : gamma_contexts(gamma, source)) {
    Counts* counts = table.find_or_add(context, most_);
    if (counts == nullptr) {
      ++left_out_;
      continue;
    }
    if (counts->seen == std::numeric_limits<std::uint32_t>::max()) {  // the ratio is what matters
      counts->seen /= 2;
      counts->other /= 2;
    }
    ++counts->seen;
    if (depends) ++counts->other;
  }
}

LogLinearDependencies::LogLinearDependencies(std::span<const float> weights, GammaTemplates wanted)
    : weights_(weights), wanted_(wanted) {
  if (weights.empty() || (weights.size() & (weights.size() - 1)) != 0) {
    throw ModelError("the number of weights of the dependency model is not a power of two");
  }
}

double LogLinearDependencies::score(const Gamma& gamma, const SourceSentence& source) const {
  double sum = 0;
  for (const std::uint64_t place : places(gamma, source)) sum += weights_[place];
  return std::log(probability(sum));
}

std::vector<std::uint64_t> LogLinearDependencies::places(const Gamma& gamma,
                                                         const SourceSentence& source) const {
  std::vector<std::uint64_t> found;
  gamma_features(gamma, source, wanted_, found);
  for (std::uint64_t& feature : found) feature = place_of(feature, weights_.size());
  return found;
}

DependencyGradient::DependencyGradient(std::size_t size, GammaTemplates wanted)
    : weights(size), wanted_(wanted), squares_(size, 1) {
  if (size == 0 || (size & (size - 1)) != 0) {
    throw ConfigError("expected a power of two as number of weights");
  }
}

void DependencyGradient::learn(const Gamma& gamma, const SourceSentence& source, bool depends) {
  gamma_features(gamma, source, wanted_, features_);
  double sum = 0;
  for (std::uint64_t& feature : features_) {
    feature = place_of(feature, weights.size());
    sum += weights[feature];
  }
  const auto gradient = static_cast<float>((depends ? 1 : 0) - probability(sum));
  for (const std::uint64_t feature : features_) {
    squares_[feature] += gradient * gradient;
    weights[feature] += kRate * gradient / std::sqrt(squares_[feature]);
  }
}

}  // namespace dragoman::treelet
