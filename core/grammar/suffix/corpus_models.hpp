// What scorers of suffix-array rules share.
#pragma once

#include <span>

#include "grammar/index/segment.hpp"
#include "grammar/suffix/corpus_lexicon.hpp"

namespace dragoman::grammar {

/// A corpus from both sides, its lexicon, and how many words each side knows.
struct CorpusModels {
  std::span<const Segment> source;  ///< segments seen from the source side
  std::span<const Segment> target;  ///< the same from the target side
  const CorpusLexicon& lexicon;
  std::size_t source_words, target_words;
};

}  // namespace dragoman::grammar
