// Where two frequent words occur with a gap between them. These are the longest lists of matches
// and the most often needed (Lopez 2007, section 4.2): all lists of a first word are found in one
// pass over the text when it is first asked for, and kept.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "grammar/index/indexed_text.hpp"

namespace dragoman::grammar {

class FrequentPairs {
 public:
  /// For the `count` most frequent words and occurrences of at most `max_span` words. The text must
  /// outlive it.
  FrequentPairs(const IndexedText& text, std::size_t count, std::size_t max_span);

  /// Whether a pattern may be found here.
  bool holds(WordId first, WordId second) const {
    return first < rank_.size() && second < rank_.size() && rank_[first] > 0 && rank_[second] > 0;
  }

  /// Both words' positions of every occurrence, occurrences in ascending order. Any thread may call
  /// it for words that are held.
  std::span<const std::uint32_t> find(WordId first, WordId second) const;

  std::size_t count() const { return rows_.size(); }
  std::size_t max_span() const { return max_span_; }

 private:
  struct Row {
    std::once_flag once;
    std::vector<std::vector<std::uint32_t>> lists;  ///< by the second word's rank
  };
  void fill(WordId first, Row& row) const;

  IndexedText text_;
  std::uint32_t max_span_;
  std::vector<std::uint32_t> rank_;  ///< of every word, from 1; 0: not frequent
  mutable std::vector<Row> rows_;    ///< by the first word's rank
};

}  // namespace dragoman::grammar
