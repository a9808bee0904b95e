// Error correction for a typed beginning that no text of a forest has (Barrachina et al. 2009,
// section 4.2): the beginning of one of its texts that comes nearest.
#pragma once

#include <vector>

#include "forest/forest.hpp"
#include "forest/prefix_words.hpp"

namespace dragoman::forest {

struct NearestPrefix {
  std::vector<Symbol> words;  ///< the beginning of a text of the forest
  double edits = 0;           ///< between it and what was typed
};

/// The beginning with the greatest score of a derivation minus `edit_cost` for every edit. An edit
/// is a word that was typed and is not in the text, a word of the text that was not typed, or a
/// word in the place of another one; the last costs as much as their letters differ. It is
/// the best one for sure. The forest must not be empty.
NearestPrefix nearest_prefix(const Forest& forest, const Prefix& prefix, double edit_cost);

}  // namespace dragoman::forest
