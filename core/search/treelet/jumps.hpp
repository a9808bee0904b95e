// Distortion that an item will still need: the source words that its neighbours on the target side
// will have to jump over.
//
// Without this estimate items that have jumped less than they must look too good, as in the phrase
// decoder (Moore & Quirk 2007): a word that is put before the sentence's beginning, or two pieces
// of the source whose gap somebody must come back for.
#pragma once

#include <cstdint>

namespace dragoman::search::treelet {

/// The positions between the first and the last that are not in the set.
std::uint64_t holes(std::uint64_t bits);

/// How many words are at least jumped over from the text before an item to its first phrase, from
/// its last phrase to the text after it, and for its gaps, if the rest of the sentence keeps its
/// order and all gaps are translated before the item, or all after it. The item's text begins with
/// the source word `begin` and ends before `end`; the sentence has `length` words.
int jumps_to_come(std::uint64_t bits, int begin, int end, int length);
/// The least of this, wherever the text begins and ends.
int least_jumps_to_come(std::uint64_t bits, int length);

}  // namespace dragoman::search::treelet
