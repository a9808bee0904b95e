// A corpus is a list of segments, each an indexed bitext of its own: the training text, and what
// was added to it later. Word numbers mean the same in all segments; an older one may know fewer.
#pragma once

#include "grammar/index/frequent_pairs.hpp"
#include "grammar/index/indexed_text.hpp"

namespace dragoman::grammar {

class Companions;
class TightSpans;

/// A segment seen from one side: patterns are found in `from`, their translations in `to`.
struct Segment {
  IndexedText from, to;
  const FrequentPairs* pairs = nullptr;    ///< of `from`; null: none are kept
  const TightSpans* tight = nullptr;       ///< of `from`; null: they are not known
  const Companions* companions = nullptr;  ///< of `from`; null: they are not known
};

}  // namespace dragoman::grammar
