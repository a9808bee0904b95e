// Alignment vectors of s-phrases (Carreras & Collins 2009, section 3.2).
//
// Each target word of a phrase pair is aligned to the source words of the smallest phrase pair of
// the same sentence that has the word on its target side and whose source side lies inside. The
// size is the number of words on both sides; ties go to the pair further left on the source side,
// then to the shorter source side.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grammar/extract/phrase_extractor.hpp"

namespace dragoman::treelet {

class MinimalPhrases {
 public:
  /// For the phrase pairs of one sentence.
  MinimalPhrases(std::span<const grammar::PhraseSpan> spans, std::size_t target_length);

  /// First and last source word for each target word of a pair, from its source begin, two bytes a
  /// word. The pair must be among those of the sentence.
  std::string alignment(const grammar::PhraseSpan& span) const;

 private:
  struct Entry {
    std::uint16_t size, begin, end;  // of both sides; the source words [begin, end)
  };
  std::vector<std::vector<Entry>> entries_;  // of each target word, smallest first
};

}  // namespace dragoman::treelet
