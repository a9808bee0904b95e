// The derivations of a forest whose text begins with what a person has typed.
#pragma once

#include "forest/forest.hpp"
#include "forest/prefix_words.hpp"

namespace dragoman::forest {

/// The forest of exactly these derivations, each once, with all their data; words keep their
/// numbers. It is empty if no text begins so.
///
/// It is the product with the automaton that reads the prefix and then anything (Bar-Hillel, Perles
/// and Shamir 1961): a node becomes one node for each pair of states between which it leads. In the
/// forest of a phrase-based search every text begins with the first word, so that there is one pair
/// for most nodes.
Forest with_prefix(const Forest& whole, const Prefix& prefix);

}  // namespace dragoman::forest
