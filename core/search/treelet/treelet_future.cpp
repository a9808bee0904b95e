#include "search/treelet/treelet_future.hpp"

#include "common/hash.hpp"

namespace dragoman::search::treelet {
namespace {

/// The logarithm of the probability of a dependency, as far as nothing is known of it.
constexpr float kUsualDependency = -0.7F;

}  // namespace

void TreeletFuture::begin(const TranslationOptions& options, const SPhraseOptions& sphrases) {
  const std::size_t length = options.sentence_length();
  length_ = static_cast<int>(length);
  known_.clear(1 << 12);
  estimates_.clear(length, options.max_length());
  for (std::size_t i = 0; i < sphrases.size(); ++i) {
    const SPhraseOption& sphrase = sphrases[i];
    const TranslationOption& option = options[sphrase.option];
    float estimate = option.estimate + weights_.analysis * sphrase.analysis;
    if (trees_) estimate += weights_.syntax * sphrase.syntax;
    for (const std::uint32_t shape : sphrase.shapes) {
      estimate += pending(shapes_.root_number(shape));
    }
    estimates_.add(option.begin, option.end - option.begin, estimate);
  }
  for (const std::uint32_t number : sphrases.dropped()) {
    const TranslationOption& option = options[number];
    estimates_.add(option.begin, option.end - option.begin, option.estimate);
  }
  costs_.compute(estimates_, length);
}

const TreeletFuture::Outside& TreeletFuture::outside(std::uint64_t bits) {
  Outside& known = known_.insert(
      mix64(bits), [&](const Outside& other) { return other.bits == bits; },
      [](const Outside& other) { return mix64(other.bits); });
  if (known.free()) {
    const float phrases = costs_.outside(bits);
    const auto least = static_cast<float>(least_jumps_to_come(bits, length_));
    known = {bits, phrases, phrases - distortion_ * least};
  }
  return known;
}

float TreeletFuture::pending(std::uint32_t root) const {
  if (!trees_) return 0;
  return weights_.syntax * static_cast<float>(shapes_.word(root).usual) +
         weights_.dependency * kUsualDependency;
}

}  // namespace dragoman::search::treelet
