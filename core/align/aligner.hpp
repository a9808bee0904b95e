// Aligns text with a trained model: the words of a bitext, in one pass over both directions.
#pragma once

#include <cstddef>
#include <vector>

#include "align/bitext.hpp"
#include "align/grid.hpp"
#include "align/lexicon.hpp"
#include "align/links.hpp"
#include "align/pairs.hpp"
#include "align/trainer.hpp"

namespace dragoman::align {

struct AlignerView {
  Model model = Model::kHmm;
  Lexicon lexicon;
  Parameters forward, reverse;
};

struct DecodingOptions {
  bool posterior =
      true;  // links whose joint posterior reaches the threshold; or Viterbi, symmetrised
  double threshold = 0.5;  // of the geometric mean of the two posteriors
  Heuristic heuristic = Heuristic::kGrowDiagFinalAnd;
  Order order = Order::kMoses;
  bool probabilities = false;  // keep both posteriors of every link
};

struct Alignment {
  Links links;
  std::vector<float> forward, reverse;  // posteriors of the links, if they were asked for
};

/// Words beyond the lexicon (kNoWord) align by position. `pairs`, if not null, must be those of
/// this very bitext and lexicon, and saves the look-up of slots.
Alignment align(const AlignerView& aligner, const Bitext& bitext, const Pairs* pairs,
                const DecodingOptions& options, std::size_t threads, Monitor& monitor);

}  // namespace dragoman::align
