// Batch MIRA (Cherry & Foster 2012): steps from fear to hope on accumulated k-best lists.
// src/dragoman/tune/mira.py does the same for any metric, and says why.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "evaluate/metric_formula.hpp"
#include "tune/candidate_lists.hpp"

namespace dragoman::tune {

/// What the steps depend on besides lists and weights.
struct MiraPlan {
  std::span<const std::uint64_t> order;  ///< the sentence of every step; each has candidates
  std::span<const double> mask;          ///< for every weight 1 if it may move, 0 if not
  std::span<const double> background;    ///< statistics of the corpus in which gains are measured
  double size;                           ///< how many sentences the background stands for
  double step;                           ///< the largest step
  double decay;                          ///< what remains of the background after a step
};

/// The sum of the weights after every step. Throws ConfigError if sizes do not match.
std::vector<double> mira(const CandidateLists& lists, const evaluate::MetricFormula& formula,
                         std::span<const double> start, const MiraPlan& plan, Monitor& monitor);

}  // namespace dragoman::tune
