// Smoothed relative frequencies of phrase pairs (Foster, Kuhn & Johnson 2006), as Moses'
// consolidation computes them.
#pragma once

#include <cstdint>
#include <vector>

#include "grammar/extract/phrase_counts.hpp"

namespace dragoman::grammar {

enum class Smoothing : std::uint8_t { kNone, kGoodTuring, kKneserNey };

struct PhraseProbabilities {
  double inverse;  ///< p(f|e)
  double direct;   ///< p(e|f)
};

class Smoother {
 public:
  /// Discounts come from `own`, which describes the pairs to be smoothed; `pairs` is how many pairs
  /// there are altogether.
  Smoother(Smoothing kind, const PairStatistics& own, double pairs);
  Smoother(Smoothing kind, const PairStatistics& own) : Smoother(kind, own, own.pairs) {}

  PhraseProbabilities operator()(PhraseCount source, PhraseCount target, std::uint64_t pair) const;

  /// What is left of the count of a pair that was seen `times` (at least once). `joint` is the
  /// count, larger than `times` if each time stands for several; `partners` is the product of the
  /// numbers of partners of its two sides.
  double kept(double joint, std::uint64_t times, double partners) const;

 private:
  Smoothing kind_;
  double pairs_;
  std::vector<double> discount_;  ///< Good-Turing: what a count is multiplied with
  double kneser_ney_[3] = {};     ///< D1, D2, D3+
};

}  // namespace dragoman::grammar
