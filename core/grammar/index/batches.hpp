// How much of a corpus is worked on at once.
#pragma once

#include <cstddef>

namespace dragoman::grammar {

/// Lines that a worker takes at once.
inline constexpr std::size_t kLinesAtOnce = 500;

/// Pairs of hashes that are sorted at once: 128 MB, or 256 MB with both sides of each.
inline constexpr std::size_t kPairsAtOnce = std::size_t{1} << 24;

}  // namespace dragoman::grammar
