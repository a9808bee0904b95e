// The position of a phrase relative to the phrases translated before it, in lexicalised reordering.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dragoman::search {

enum Orientation : std::uint8_t { kMonotone = 0, kSwap = 1, kDiscontinuous = 2 };
inline constexpr std::size_t kOrientations = 3;

}  // namespace dragoman::search
