// The position of a phrase relative to the phrases translated before it, in lexicalised reordering.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dragoman::search {

enum Orientation : std::uint8_t { kMonotone = 0, kSwap = 1, kDiscontinuous = 2 };
inline constexpr std::size_t kOrientations = 3;

/// What an orientation is relative to: the previous phrase, the largest block that ends with it
/// (Galley & Manning 2008), or the contiguous pieces of the previous phrase.
enum class OrientationOf : std::uint8_t { kPhrase, kBlock, kPieces };

}  // namespace dragoman::search
