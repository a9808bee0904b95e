// One side of a word-aligned bitext with its suffix array: every phrase's occurrences are a range.
//
//   IndexedTextArrays arrays = index_text(corpus.source, links);
//   IndexedText text = arrays.view();
//   SuffixRange range = text.occurrences(word);        // of one word
//   range = text.narrow(range, 1, next_word);          // followed by another, ...
//
// Lines are closed by a separator that is greater than all words, so that no phrase runs over the
// end of a line.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/aligned_corpus.hpp"

namespace dragoman::grammar {

/// Closes every line of an indexed text; no word has this number.
inline constexpr WordId kLineEnd = kNoWord;

/// Some consecutive entries of the suffix array.
struct SuffixRange {
  std::uint32_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

struct IndexedText {
  std::span<const WordId> text;               ///< n: the lines, each closed by kLineEnd
  std::span<const std::uint32_t> suffixes;    ///< positions of words, by what follows
  std::span<const std::uint32_t> positions;   ///< positions of words, by word, ascending
  std::span<const std::uint32_t> first;       ///< words+1: where each word's positions start
  std::span<const std::uint32_t> line;        ///< n: the line of every position
  std::span<const std::uint32_t> begin;       ///< lines: where each line starts
  std::span<const std::uint32_t> link_first;  ///< n+1: links of a position, into links
  std::span<const std::uint16_t> links;       ///< linked words' places in the other side's line

  std::size_t vocabulary() const { return first.size() - 1; }
  /// None of a word that the text does not know.
  SuffixRange occurrences(WordId word) const {
    if (word >= vocabulary()) return {};
    return {first[word], first[word + 1]};
  }
  /// Those occurrences of a phrase of `length` words that `word` follows; any range if the suffixes
  /// are not sorted.
  SuffixRange narrow(SuffixRange range, std::size_t length, WordId word) const;
  std::span<const std::uint16_t> links_of(std::uint32_t position) const {
    return links.subspan(link_first[position], link_first[position + 1] - link_first[position]);
  }
};

/// The arrays of an IndexedText, owned.
struct IndexedTextArrays {
  std::vector<WordId> text;
  std::vector<std::uint32_t> suffixes, positions, first, line, begin, link_first;
  std::vector<std::uint16_t> links;

  IndexedText view() const;
};

/// One side of a checked corpus with its links, for those who do not look patterns up: `suffixes`,
/// `positions` and `first` are empty.
IndexedTextArrays linked_text(const AlignedCorpus& corpus, bool source);

/// Indexes one side of a checked corpus. Throws Error if it is too long for 32-bit positions.
IndexedTextArrays index_text(const AlignedCorpus& corpus, bool source);

/// Throws ModelError unless every index of the two sides is in range, and sorted where it must be.
/// Only the order of suffixes is not checked: who uses a range must look whether the phrase is
/// there.
void check(const IndexedText& source, const IndexedText& target);

}  // namespace dragoman::grammar
