// Where the words of a translation come from, without the rest of its derivation: what is needed to
// write a translated document, and what a server needs of most sentences.
#pragma once

#include <cstdint>
#include <vector>

#include "forest/forest.hpp"

namespace dragoman::forest {

struct WordLinks {
  std::vector<std::int64_t> rules;  ///< of each word: the rule of its step, as in `Forest::rule`
  /// Of each word: the source positions that it is linked to. A word of an unknown word or a zone
  /// without links is linked to all source words of its step.
  std::vector<std::vector<std::uint32_t>> sources;
};

/// The words of a forest that holds one derivation, every edge after those of its tails.
WordLinks word_links(const Forest& forest);

}  // namespace dragoman::forest
