// A word-aligned bitext as numbers: what every extractor reads.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "common/types.hpp"

namespace dragoman::grammar {

/// A link between a source and a target position of a sentence pair, from 0.
struct WordLink {
  std::uint16_t source;
  std::uint16_t target;
  friend auto operator<=>(const WordLink&, const WordLink&) = default;
};
static_assert(sizeof(WordLink) == 4);

/// One side of the text: the words of all lines end to end, and where each line starts.
struct CorpusSide {
  std::span<const WordId> words;
  std::span<const std::uint64_t> offsets;  ///< one more than there are lines
  std::size_t vocabulary = 0;              ///< every word is below this number

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const WordId> operator[](std::size_t line) const {
    return words.subspan(offsets[line], offsets[line + 1] - offsets[line]);
  }
};

struct AlignedCorpus {
  CorpusSide source;
  CorpusSide target;
  std::span<const WordLink> links;
  std::span<const std::uint64_t> link_offsets;

  std::size_t size() const { return source.size(); }
  std::span<const WordLink> links_of(std::size_t line) const {
    return links.subspan(link_offsets[line], link_offsets[line + 1] - link_offsets[line]);
  }
};

/// Throws FormatError (with `path` and the line of the alignment) unless the three have the same
/// number of lines, every word is in the vocabulary, every link lies in its sentences, no link is
/// repeated in a line, and no sentence has more than 65,535 words.
void check(const AlignedCorpus& corpus, const std::string& path);

}  // namespace dragoman::grammar
