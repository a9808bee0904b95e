// The arrays of a suffix-array index: opened, and rules of all kinds taken from it.
#include "arrays.hpp"
#include "common/parallel.hpp"
#include "grammar/suffix/suffix_grammar.hpp"

namespace fuzz {

using namespace dragoman;
using namespace dragoman::grammar;

namespace {

IndexedText text_of(const Arrays& arrays, const std::string& side) {
  const auto part = [&](const char* name) { return arrays.get<std::uint32_t>(side + name); };
  return {part("_text"),       part("_suffixes"),
          part("_positions"),  part("_first"),
          part("_line"),       part("_begin"),
          part("_link_first"), arrays.get<std::uint16_t>(side + "_links")};
}

}  // namespace

void use(const Arrays& arrays) {
  const SuffixSegment segment(
      {text_of(arrays, "source"),
       text_of(arrays, "target"),
       {arrays.get<WordId>("lexicon_source"), arrays.get<WordId>("lexicon_target"),
        arrays.get<std::uint32_t>("lexicon_counts")}});
  const SuffixGrammar grammar({&segment});
  Monitor monitor;
  const WordId words[] = {0, 1, 2, 3, kLineEnd, 2, 0, kLineEnd - 1, 0, 1, kLineEnd};
  const WantedText sentences{words};
  GappyOptions gaps;
  gaps.source.max_gaps = gaps.target.max_gaps = 1;
  gaps.source.max_length = gaps.target.max_length = 4;
  gaps.sample = 2;
  gaps.smoothing = Smoothing::kNone;
  grammar.extract(sentences, gaps, nullptr, monitor);
  gaps.source.max_gaps = gaps.target.max_gaps = 0;
  gaps.inverse = InverseScores::kSum;
  gaps.frequent = 0;
  grammar.extract(sentences, gaps, nullptr, monitor);
  grammar.extract(sentences, HierarchicalOptions{}, nullptr, monitor);
  const Symbol pattern[] = {0, kGap, 3};
  grammar.find(pattern, 12);
}

}  // namespace fuzz
