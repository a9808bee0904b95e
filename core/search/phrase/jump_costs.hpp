// What a hypothesis must still pay for the words that it jumped over.
//
// Future costs leave out reordering. So a hypothesis that jumps looks better than it is: it has
// paid for the way there, not yet for the way back. Moore and Quirk (2007) add the distortion that
// is still to come. Here that is twice the words jumped over, back to the hole and forth again, and
// with lexicalised reordering what a discontinuous phrase scores less than a monotone one, once for
// every hole, as the mean of the best options of the sentence.
#pragma once

#include <algorithm>

#include "search/options/future_costs.hpp"
#include "search/options/orientation.hpp"
#include "search/options/translation_options.hpp"
#include "search/phrase/features/distortion.hpp"

namespace dragoman::search::phrase {

inline JumpCosts jump_costs(const TranslationOptions& options, const Distortion& distortion) {
  float sum = 0;
  std::size_t spans = 0;
  for (std::size_t begin = 0; begin < options.sentence_length(); ++begin) {
    const std::size_t left = options.sentence_length() - begin;
    for (std::size_t n = 1; n <= std::min(options.max_length(), left); ++n) {
      const auto choices = options.of(begin, n);
      if (choices.empty()) continue;
      const TranslationOption& best = choices.front();
      sum += best.forward[kMonotone] + best.backward[kMonotone];
      sum -= best.forward[kDiscontinuous] + best.backward[kDiscontinuous];
      ++spans;
    }
  }
  const float mean = spans == 0 ? 0 : sum / static_cast<float>(spans);
  return {std::max(0.0F, mean), std::max(0.0F, -2 * distortion.score(nullptr, 1))};
}

}  // namespace dragoman::search::phrase
