// The treelets of a target phrase (Carreras & Collins 2009, section 3.2): the spines of its words
// and the adjunctions between them.
#pragma once

#include <cstdint>
#include <string>

#include "grammar/treelet/derivations.hpp"

namespace dragoman::treelet {

/// A word in an analysis. All fields of an analysis end to end are its key.
struct AnalysedWord {
  SpineId spine;
  std::uint8_t head;  ///< position in the phrase, or kOutside
  std::uint8_t node, copy;
  std::uint8_t unused = 0;  ///< so that all bytes are set
};
static_assert(sizeof(AnalysedWord) == 8);

/// The word hangs on none of the phrase: it is the root of a treelet.
inline constexpr std::uint8_t kOutside = 255;

/// The analysis of the words [begin, begin + length), as bytes of AnalysedWords. Copies of nodes
/// that lost all their modifiers are dropped, and those above them are numbered anew.
std::string analyse_phrase(const Derivation& derivation, std::size_t begin, std::size_t length);

}  // namespace dragoman::treelet
