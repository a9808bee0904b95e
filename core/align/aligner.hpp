// Aligns text with a trained model: the words of a bitext, in one pass over both directions.
#pragma once

#include <cstddef>
#include <vector>

#include "align/bitext.hpp"
#include "align/grid.hpp"
#include "align/links.hpp"
#include "align/pairs.hpp"
#include "align/trainer.hpp"
#include "align/translation_table.hpp"

namespace dragoman::align {

struct AlignerView {
  Model model = Model::kHmm;
  TranslationTable table;
  Parameters forward, reverse;
};

/// Which links are taken: those of the two Viterbi alignments, symmetrised, or those whose score is
/// at least the threshold. With posteriors p (forward) and q (reverse), and with the posteriors p0
/// and q0 of NULL for the two words, kPosterior scores the geometric mean of p and q, and
/// kSupported scores
///
///   p q / (e + (1 - e) min(p + p0, q + q0))        with e = kElsewhere
///
/// For e = 0 this is the probability that one direction makes the link and the other prefers the
/// link to NULL for its word. Unlike the mean it does not fall when several links share a word's
/// posterior. With e > 0 a part of the posterior that goes to the word's other links counts against
/// the link as well, so that a link that the other direction nearly excludes gets a low score. A
/// supported link must also be the best link of at least one of its words (the competitive
/// thresholding of DeNero & Klein 2007).
enum class Decoding { kViterbi, kPosterior, kSupported };
inline constexpr double kElsewhere = 0.02;

struct DecodingOptions {
  Decoding decoding;
  double threshold;     // of kPosterior and kSupported
  Heuristic heuristic;  // of kViterbi
  Order order;
  bool probabilities;  // keep both posteriors of every link
};

struct Alignment {
  Links links;
  std::vector<float> forward, reverse;  // posteriors of the links, if they were asked for
};

/// Words that are not in the table (kNoWord) align by position. `pairs`, if not null, must belong
/// to this bitext and this table; it finds slots by the block, which is quicker.
Alignment align(const AlignerView& aligner, const Bitext& bitext, Pairs* pairs,
                const DecodingOptions& options, std::size_t threads, Monitor& monitor);

}  // namespace dragoman::align
