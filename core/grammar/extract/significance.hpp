// Significance pruning (Johnson, Martin, Foster & Kuhn 2007): a phrase pair is dropped unless its
// two phrases are in the same sentence pairs more often than chance would have it, by Fisher's
// exact test on how many sentence pairs hold the source phrase, the target phrase, and both.
//
// A pair is kept if -log p is at least the threshold. With N sentence pairs, alpha = log N is the
// value of a pair whose phrases occur once each, together: a threshold just above it (alpha +
// epsilon) drops all such pairs, one just below it (alpha - epsilon) keeps them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "grammar/index/occurrence_index.hpp"

namespace dragoman::grammar {

struct ExtractOptions;

class SignificanceFilter {
 public:
  SignificanceFilter(const AlignedCorpus& corpus, const ExtractOptions& options, Monitor& monitor);

  /// Threads do not share it: each has its own.
  struct Scratch {
    std::vector<std::uint32_t> source, target;
  };
  bool keep(std::span<const WordId> source, std::span<const WordId> target, Scratch& scratch) const;

  /// -log p of seeing `both` or more, of `source` and `target` out of all sentence pairs.
  double significance(std::size_t source, std::size_t target, std::size_t both) const;

 private:
  double log_choose(std::size_t n, std::size_t k) const {
    return log_factorial_[n] - log_factorial_[k] - log_factorial_[n - k];
  }

  double threshold_;
  OccurrenceIndex source_, target_;
  std::vector<double> log_factorial_;
};

}  // namespace dragoman::grammar
