// What a sample of the occurrences of source sides says of how often a pair occurs.
#pragma once

#include <algorithm>
#include <cmath>

namespace dragoman::grammar {

/// How often a pair occurs that was found `times` times in a sample, where each stands for
/// `weight`, and whose target side occurs `most` times. The count scaled up is too large, since
/// only pairs that the sample has are looked at: a rare target side would get a probability of one
/// from a single place. With the prior 1/k^2 of a count k (most pairs are rare), the mean of what
/// the sample leaves possible is nearly (times - 1) weight, or, where `most` is less than that, the
/// part (times - 1) / times of `most`; for a single place it is B / (1 + log B), B the smaller
/// bound.
inline double likely_count(double times, double weight, double most) {
  if (times > 1) {
    return std::max(times, std::min((times - 1) * weight, most * (times - 1) / times));
  }
  const double bound = std::max(1.0, std::min(weight, most));
  return bound / (1 + std::log(bound));
}

}  // namespace dragoman::grammar
