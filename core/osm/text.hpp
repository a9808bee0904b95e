// Operation sequences as text, from which a language model is estimated: a line for each sentence
// pair.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/vocabulary.hpp"
#include "grammar/index/aligned_corpus.hpp"
#include "osm/plan.hpp"

namespace dragoman::osm {

/// A phrase pair of a derivation: where its source pieces lie, its target words, and its links from
/// positions in the sentence to positions in the phrase.
struct AppliedPhrase {
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      pieces;  ///< [begin, end), from left to right
  std::vector<std::string> target;
  std::vector<Link> links;
};

/// The operations of each phrase of a derivation, in target order.
std::vector<std::vector<std::string>> operations(std::span<const std::string> source,
                                                 std::span<const AppliedPhrase> phrases);

/// The lines [first, last) of a bitext, which must have been checked, without those that have no
/// links.
std::string operation_text(const grammar::AlignedCorpus& corpus, const Vocabulary& source,
                           const Vocabulary& target, std::size_t first, std::size_t last);

}  // namespace dragoman::osm
