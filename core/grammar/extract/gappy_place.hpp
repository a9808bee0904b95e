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

/// The links between the symbols of the sides, by target symbol; see phrase_alignment.hpp.
AlignmentString alignment_of(const Segment& segment, const GappyPlace& place);

}  // namespace dragoman::grammar
