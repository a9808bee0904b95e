// In which lines of a text a phrase occurs: a suffix array whose suffixes are compared up to a
// number of words and end with their line.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/index/aligned_corpus.hpp"

namespace dragoman::grammar {

/// A set of lines: a bit for each, for a phrase that is in many lines; else a sorted list.
struct LineSet {
  std::span<const std::uint64_t> bits;
  std::span<const std::uint32_t> list;
  std::size_t size = 0;
};

/// How many lines two sets share.
std::size_t shared_lines(const LineSet& a, const LineSet& b);

class OccurrenceIndex {
 public:
  /// For phrases of at most `max_length` words; the text must outlive the index.
  OccurrenceIndex(const CorpusSide& text, std::size_t max_length, std::size_t threads,
                  Monitor& monitor);

  /// The lines with this phrase; `scratch` holds the list and must outlive the answer.
  LineSet lines(std::span<const WordId> phrase, std::vector<std::uint32_t>& scratch) const;

 private:
  using Range = std::pair<std::size_t, std::size_t>;
  /// The word `depth` words after a position, or kNoWord beyond the end of its line.
  WordId word_at(std::uint32_t position, std::size_t depth) const;
  Range narrow(Range range, std::size_t depth, WordId word) const;
  void sort_positions(std::size_t max_length, std::size_t threads, Monitor& monitor);
  void keep_frequent(Range range, std::size_t depth, std::size_t max_length);

  struct Frequent {
    Range range;
    std::size_t depth;  ///< words of the phrase
    std::size_t size;
    std::vector<std::uint64_t> bits;
  };

  CorpusSide text_;
  std::size_t many_;                      ///< occurrences from which a phrase gets bits
  std::vector<std::uint32_t> line_;       ///< of every position
  std::vector<std::uint32_t> positions_;  ///< sorted by what follows
  std::vector<std::size_t> first_;        ///< of every word, into positions_
  std::vector<Frequent> frequent_;        ///< sorted by range and depth
};

}  // namespace dragoman::grammar
