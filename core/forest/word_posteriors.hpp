// How probable it is that a source word is translated by a target word, over all derivations of a
// forest (Ueffing and Ney 2007).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "forest/forest.hpp"

namespace dragoman::forest {

/// A source position and a target word of the forest.
struct WordPair {
  std::uint32_t source;
  Symbol word;
};

/// For each pair the sum of the posteriors of the edges that link the source word to the target
/// word; without `linked`, of the edges that cover the source word and give the target word. An
/// edge counts once for a pair. The posteriors are one for each edge (expectation.hpp).
std::vector<double> word_posteriors(const Forest& forest, std::span<const double> posteriors,
                                    std::span<const WordPair> pairs, bool linked);

}  // namespace dragoman::forest
