// Och's exact line search (2003) on k-best lists, in one native pass: every sentence's upper
// envelope, the corners of all envelopes in order, and the metric of the summed statistics between
// them. The twin of src/dragoman/tune/line_search.py, which takes any metric.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/metric_formula.hpp"
#include "tune/candidate_lists.hpp"
#include "tune/envelope.hpp"

namespace dragoman::tune {

/// The best point of a line through weight space.
struct LinePoint {
  double x;
  double gain;    ///< at x
  double smooth;  ///< averaged over the neighbourhood of x, which is what is maximised
  double stay;    ///< the same around 0
};

/// Which x are searched: those from low to high, of which 0 is one.
struct LineRange {
  double low;
  double high;
  std::size_t window = 0;  ///< corners on either side over which gains are averaged
  double slack = 0;        ///< gains that differ by no more count as equally good
};

/// A searcher owns the memory that searches need; each thread has its own.
class LineSearch {
 public:
  /// Both must outlive this; the formula's size must be that of the lists' statistics.
  LineSearch(const CandidateLists& lists, const evaluate::MetricFormula& formula);

  /// The best x of candidates' scores intercepts + x * slopes, the gain between two corners being
  /// averaged with those between the neighbouring corners (Cer et al. 2008); among equally good
  /// intervals the one nearest to 0.
  LinePoint best(std::span<const double> intercepts, std::span<const double> slopes,
                 const LineRange& range);

 private:
  /// At x a sentence's choice changes, and the statistics by changes_ from `change` on.
  struct Corner {
    double x;
    std::size_t change;
  };

  void find_corners(std::span<const double> intercepts, std::span<const double> slopes,
                    const LineRange& range);
  void keep_promising(std::span<const double> intercepts, std::span<const double> slopes,
                      std::size_t begin, const LineRange& range);
  void smooth(std::size_t window);

  const CandidateLists& lists_;
  const evaluate::MetricFormula& formula_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> above_;
  std::vector<Corner> corners_;
  std::vector<double> changes_, sums_, gains_, smoothed_;
};

}  // namespace dragoman::tune
