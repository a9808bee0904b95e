#include "grammar/extract/significance.hpp"

#include <algorithm>
#include <cmath>

#include "grammar/extract/extract.hpp"

namespace dragoman::grammar {

SignificanceFilter::SignificanceFilter(const AlignedCorpus& corpus, const ExtractOptions& options,
                                       Monitor& monitor)
    : threshold_(*options.significance),
      source_(corpus.source, options.max_length, options.threads, monitor),
      target_(corpus.target, options.max_length, options.threads, monitor),
      log_factorial_(corpus.size() + 1) {
  for (std::size_t n = 1; n <= corpus.size(); ++n) {
    log_factorial_[n] = log_factorial_[n - 1] + std::log(static_cast<double>(n));
  }
}

double SignificanceFilter::significance(std::size_t source, std::size_t target,
                                        std::size_t both) const {
  const std::size_t all = log_factorial_.size() - 1;
  const std::size_t most = std::min(source, target);
  if (target - both > all - source) return 0;  // fewer in common is impossible: p = 1
  const double first =
      log_choose(source, both) + log_choose(all - source, target - both) - log_choose(all, target);
  double sum = 1, term = 1;
  for (std::size_t k = both; k < most; ++k) {
    term *= static_cast<double>(source - k) * static_cast<double>(target - k) /
            (static_cast<double>(k + 1) * static_cast<double>(all + k + 1 - source - target));
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return -(first + std::log(sum));
}

bool SignificanceFilter::keep(std::span<const WordId> source, std::span<const WordId> target,
                              Scratch& scratch) const {
  const LineSet with_source = source_.lines(source, scratch.source);
  const LineSet with_target = target_.lines(target, scratch.target);
  const std::size_t both = shared_lines(with_source, with_target);
  return significance(with_source.size, with_target.size, both) >= threshold_;
}

}  // namespace dragoman::grammar
