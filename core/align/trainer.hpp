// Expectation maximisation for both directions of an alignment model at once.
//
//   Trainer trainer(bitext, source_words, target_words, options, known, threads, monitor);
//   for (...) trainer.iterate(Model::kIbm1, /*joint=*/true, {}, monitor);
//   for (...) trainer.iterate(Model::kHmm, true, {}, monitor);
//
// With `joint`, the expected count of a link is the product of its posteriors in the two directions
// (Liang, Taskar & Klein 2006); without it, each direction is trained alone. With a prior > 0 the
// table has a symmetric Dirichlet prior and gets the variational update exp(digamma) (Beal 2003;
// Dyer et al. 2013).
//
// Lexical counts are integers (multiples of a power of two, the smallest that the size of the
// corpus allows), so that their sums do not depend on the order in which threads add them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "align/bitext.hpp"
#include "align/grid.hpp"
#include "align/pairs.hpp"
#include "align/translation_table.hpp"
#include "common/parallel.hpp"

namespace dragoman::align {

struct TrainerOptions {
  double prior;  // of the Dirichlet distribution over translations; 0: none
  double null_probability;
  double null_share;      // joint HMM: NULL's probability becomes this part of the share of words
                          // that NULL generates, if less than null_probability; 0: it stays
  double jump_smoothing;  // pseudo-counts of every jump, as if drawn from the current model
  std::size_t table_memory;  // bytes for the translation table and its counts
  PairOptions pairs;
};

/// The least probability of NULL that is learned.
inline constexpr double kLeastNull = 0.005;

/// Log-likelihoods (natural logarithm) of an iteration, before it changed the parameters.
struct Report {
  double forward = 0, reverse = 0;
  double target_words = 0, source_words = 0;
};

class Trainer {
 public:
  Trainer(const Bitext& bitext, std::size_t source_words, std::size_t target_words,
          const TrainerOptions& options, const KnownPairs& known, std::size_t threads,
          Monitor& monitor);

  /// One iteration over a share of the sentence pairs. With several parts it is a step of stepwise
  /// EM (Liang & Klein 2009): half of each count comes from this share, scaled to the whole text,
  /// the other half from the counts of before.
  Report iterate(Model model, bool joint, Share share, Monitor& monitor);

  TranslationTable translation_table() const;
  const Parameters& forward() const { return forward_; }
  const Parameters& reverse() const { return reverse_; }
  Pairs& pairs() { return pairs_; }
  const Bitext& bitext() const { return bitext_; }

 private:
  struct Worker;
  void expect(Worker& worker, std::size_t s, Model model, bool joint);
  void count(Worker& worker, std::size_t s, const std::uint32_t* slots, bool joint);
  void begin_counts(bool joint, Share share, Monitor& monitor);
  void add_known(bool joint, bool subtract);
  void maximize_translations(bool joint, Monitor& monitor);
  void maximize(Model model, bool joint, Parameters& parameters, const Statistics& statistics,
                bool forward);

  Bitext bitext_;
  TrainerOptions options_;
  std::size_t threads_;
  Pairs pairs_;
  LargeArray<Probabilities> values_;  // of each slot, and kFloor for pairs that were left out
  LargeArray<std::uint64_t> counts_;  // of each slot, in units
  LargeArray<std::uint64_t> reverse_counts_;  // empty in joint training: counts_ serves both
  std::vector<std::uint64_t> null_counts_forward_, null_counts_reverse_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> known_;  // slots and counts of known pairs
  std::vector<double> null_forward_, null_reverse_;
  Parameters forward_, reverse_;
  double scale_ = 1;                                     // how often a share fits into the text
  double unit_;                                          // a count of 1 stands for 1 / unit_
  std::vector<std::pair<std::uint64_t, double>> sizes_;  // (source << 32 | target length, how many)
};

/// The jump weights with which training starts.
std::array<Jumps, 2> initial_jumps();

}  // namespace dragoman::align
