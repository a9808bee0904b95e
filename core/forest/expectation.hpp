// Sums over all derivations of a forest (inside-outside), with scores as log-linear weights.
#pragma once

#include <vector>

#include "forest/forest.hpp"

namespace dragoman::forest {

struct Expectation {
  double log_sum = 0;                  ///< log of the sum over derivations of exp(scale * score)
  std::vector<double> edge_posterior;  ///< of each edge
  std::vector<double> features;        ///< expected feature values
};

/// The distribution p(derivation) proportional to exp(scale * score). Without `features`, their
/// expected values are left at 0.
Expectation expectation(const Forest& forest, double scale, bool features = true);

}  // namespace dragoman::forest
