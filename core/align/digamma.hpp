// The derivative of log gamma, for the variational update of Dirichlet priors.
#pragma once

#include <cmath>

namespace dragoman::align {

/// Digamma of x > 0: recurrence up to 6, then the asymptotic series (error below 1e-12).
inline double digamma(double x) {
  double result = 0;
  for (; x < 6; x += 1) result -= 1 / x;
  const double f = 1 / (x * x);
  return result + std::log(x) - 0.5 / x -
         f * (1.0 / 12 -
              f * (1.0 / 120 -
                   f * (1.0 / 252 -
                        f * (1.0 / 240 - f * (1.0 / 132 - f * (691.0 / 32760 - f / 12))))));
}

}  // namespace dragoman::align
