// Tight phrase pairs: words that stand together on both sides, no link of which leaves the pair,
// with linked words at all four edges (Chiang 2007, section 3.2: of phrase pairs with the same
// links only the smallest is kept). A span has at most one such translation.
#pragma once

#include <cstdint>
#include <optional>

#include "grammar/index/segment.hpp"

namespace dragoman::grammar {

/// Words [begin, end) of an indexed text.
struct WordSpan {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t size() const { return end - begin; }
  friend auto operator<=>(const WordSpan&, const WordSpan&) = default;
};

/// The translation of some words, which are at least one and lie in one line; none if they are no
/// side of a tight phrase pair.
std::optional<WordSpan> tight_translation(const Segment& segment, WordSpan from);

}  // namespace dragoman::grammar
