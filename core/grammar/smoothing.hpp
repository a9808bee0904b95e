// Smoothed relative frequencies of phrase pairs (Foster, Kuhn & Johnson 2006), as Moses'
// consolidation computes them.
#pragma once

#include <cstdint>
#include <vector>

#include "grammar/phrase_counts.hpp"

namespace dragoman::grammar {

enum class Smoothing : std::uint8_t { kNone, kGoodTuring, kKneserNey };

struct PhraseProbabilities {
  double inverse;  ///< p(f|e)
  double direct;   ///< p(e|f)
};

class Smoother {
 public:
  Smoother(Smoothing kind, const PhraseCounts& counts);

  PhraseProbabilities operator()(PhraseCount source, PhraseCount target, std::uint64_t pair) const;

 private:
  Smoothing kind_;
  double pairs_;
  std::vector<double> discount_;  ///< Good-Turing: what a count is multiplied with
  double kneser_ney_[3] = {};     ///< D1, D2, D3+
};

}  // namespace dragoman::grammar
