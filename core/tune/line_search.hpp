// Och's exact line search (2003) on k-best lists, in one native pass: the upper envelope of every
// sentence, the corners of all envelopes in order, and the metric of the summed statistics between
// the corners. src/dragoman/tune/line_search.py does the same for any metric.
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
  double smooth;  ///< averaged over the neighbourhood of x; this is maximised
  double stay;    ///< the same around 0
};

/// The range of x that is searched, from low to high; it includes 0.
struct LineRange {
  double low;
  double high;
  std::size_t window = 0;  ///< corners on either side over which gains are averaged
  double slack = 0;        ///< gains that do not differ by more than this are equally good
};

/// A searcher owns the memory that searches need; each thread has its own.
class LineSearch {
 public:
  /// Both must outlive this object; the formula must have the size of the lists' statistics.
  LineSearch(const CandidateLists& lists, const evaluate::MetricFormula& formula);

  /// The best x for candidates with the scores intercepts + x * slopes. The gain between two
  /// corners is averaged with the gains between neighbouring corners (Cer et al. 2008). Of equally
  /// good intervals the one nearest to 0 is chosen.
  LinePoint best(std::span<const double> intercepts, std::span<const double> slopes,
                 const LineRange& range);

 private:
  /// At x the choice of a sentence changes; changes_ from `change` on are the differences of the
  /// statistics.
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
