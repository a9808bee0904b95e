// How often each target side of a corpus' phrases without gaps was extracted, and with how many
// source sides: what p(f|e) and its smoothing need, counted once (side_counts.hpp).
#pragma once

#include "grammar/suffix/side_counts.hpp"

namespace dragoman::grammar {

/// Of phrases of at most `max_length` words; `text` is seen from the source side. The outcome is
/// the same for any number of threads. Memory is bounded but for the outcome itself.
SideCountArrays count_phrase_sides(const Segment& text, std::size_t max_length, std::size_t threads,
                                   Monitor& monitor);

}  // namespace dragoman::grammar
