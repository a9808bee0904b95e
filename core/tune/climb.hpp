// Coordinate and random-direction ascent from many starting points at once: the inner loop of MERT.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "common/parallel.hpp"
#include "evaluate/metric_formula.hpp"
#include "tune/candidate_lists.hpp"

namespace dragoman::tune {

/// The range of weights: each may differ from the centre by at most its width.
struct WeightBox {
  std::span<const double> centre;
  std::span<const double> width;

  /// The range of x for which weights + x * direction is inside the box; it always includes 0.
  std::pair<double, double> range(std::span<const double> weights,
                                  std::span<const double> direction) const;
};

/// Where to start and along which directions to climb. All rows have one number per feature.
struct ClimbPlan {
  std::span<const double> starts;      ///< row by row
  std::span<const double> directions;  ///< row by row, those of the first pass first
  WeightBox box;
  std::size_t passes = 0;  ///< each has the same number of directions
  std::size_t window;      ///< see LineRange
  double minimum;  ///< the least gain of a pass that is worth another; half of it is a line's slack
};

struct Climbed {
  std::vector<double> weights;  ///< a row per start
  std::vector<double> gains;    ///< smoothed ones, averaged over the directions of the last pass
};

/// Every start moves to the best point of each direction in turn, until a pass gains too little.
/// From the third pass on, only the better half of the starts goes on, as long as there are more
/// than two. The starts run in parallel. Throws ConfigError if sizes do not match.
Climbed climb(const CandidateLists& lists, const evaluate::MetricFormula& formula,
              const ClimbPlan& plan, std::size_t threads, Monitor& monitor);

}  // namespace dragoman::tune
