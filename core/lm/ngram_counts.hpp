// Counting n-grams on many machines: what tasks do, and the windows over lines that all counting
// shares.
//
//   parts = count_ngrams(words, offsets, order, bits);   // of some lines: a sorted run a bucket
//   run = merge_ngrams(the parts of a bucket, order);    // one sorted run (ngram_runs.hpp)
//
// NgramSorter::add_run takes what comes out. Buckets are by the last two words: few n-grams share
// these, whatever the text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/types.hpp"
#include "lm/levels.hpp"

namespace dragoman::lm {

/// The last words of a line, as many as an n-gram has; before its first word stands kBegin.
class NgramWindow {
 public:
  explicit NgramWindow(int order) : order_(order) { begin_line(); }
  void begin_line() { std::fill_n(words_, order_, kBegin); }
  /// The n-gram that ends with one more word.
  const WordId* push(WordId word) {
    std::copy(words_ + 1, words_ + order_, words_);
    words_[order_ - 1] = word;
    return words_;
  }

 private:
  int order_;
  WordId words_[kMaxOrder];
};

using WordRecords = std::vector<WordId>;

/// The n-grams of some lines of words (`offsets`: one more than lines), in 2^bits buckets. Words
/// up to kEnd are skipped.
std::vector<WordRecords> count_ngrams(std::span<const WordId> words,
                                      std::span<const std::uint64_t> offsets, int order,
                                      unsigned bits);

/// Throws Error if a part is damaged.
WordRecords merge_ngrams(std::span<const std::span<const std::byte>> parts, int order);

}  // namespace dragoman::lm
