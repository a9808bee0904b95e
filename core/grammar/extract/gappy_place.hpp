// One place in a corpus where a phrase pair, contiguous or with gaps, is found.
#pragma once

#include <cstdint>
#include <span>

#include "grammar/extract/phrase_alignment.hpp"
#include "grammar/index/segment.hpp"

namespace dragoman::grammar {

/// The positions of the words of both sides, ascending, in one line of an indexed text.
struct GappyPlace {
  std::span<const std::uint32_t> source, target;
};

/// 0: monotone, 1: swap, 2: discontinuous.
struct Orientations {
  std::uint8_t backward, forward;
};

/// What follows a phrase with target gaps, for its forward orientation.
enum class GapOrientation {
  kPiece,   ///< the word after its first target piece, where the search begins the next phrase
  kPhrase,  ///< the word after its last one, as if it had no gaps
};

/// By links at the corners. A phrase with gaps counts as if it had none (Galley & Manning 2010,
/// footnote 4): its source side is the span from its first word to its last. Forward is the
/// orientation of what follows its first target piece, because the search applies it to the next
/// phrase that begins, or of what follows the whole phrase, as in the paper. `segment` is seen from
/// the source side.
Orientations orientations_of(const Segment& segment, const GappyPlace& place,
                             GapOrientation follows);

/// The links between the symbols of the sides, by target symbol; see phrase_alignment.hpp.
AlignmentString alignment_of(const Segment& segment, const GappyPlace& place);

}  // namespace dragoman::grammar
