// The few types that every package of the core shares.
#pragma once

#include <cstdint>
#include <limits>

namespace dragoman {

/// A word's number in a Vocabulary.
using WordId = std::uint32_t;

/// "No such word": never a valid WordId.
inline constexpr WordId kNoWord = std::numeric_limits<WordId>::max();

/// One symbol of a rule's side. A value >= 0 is a WordId; kGap is a gap of a discontinuous phrase
/// (gaps of the two sides are not linked); -2, -3, ... are the linked non-terminals X1, X2, ... of
/// a hierarchical rule.
using Symbol = std::int32_t;
inline constexpr Symbol kGap = -1;
inline constexpr Symbol kFirstNonTerminal = -2;

}  // namespace dragoman
