// What edges of a forest apply that apply no rule of the table. Python asks for this list
// (src/dragoman/forest/derivation.py).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace dragoman::forest {

/// The `rule` of such edges.
inline constexpr std::int64_t kUnknownWord = -1;
inline constexpr std::int64_t kZone = -2;
inline constexpr std::int64_t kGlue = -3;
inline constexpr std::int64_t kLaterPiece = -4;
// What relaxed forced decoding adds.
inline constexpr std::int64_t kInserted = -5;  ///< glue with words that translate nothing
inline constexpr std::int64_t kDeleted = -6;   ///< a source word without a translation
inline constexpr std::int64_t kBackOff = -7;   ///< a word for a word that no rule pairs

inline constexpr std::int64_t kAdjunction = -8;  ///< joins target trees

struct EdgeKind {
  std::int64_t rule;
  std::string_view name;  ///< as people and Python call it
};
inline constexpr std::array kEdgeKinds = {
    EdgeKind{kUnknownWord, "unknown"}, EdgeKind{kZone, "given"},
    EdgeKind{kGlue, "glue"},           EdgeKind{kLaterPiece, "piece"},
    EdgeKind{kInserted, "inserted"},   EdgeKind{kDeleted, "deleted"},
    EdgeKind{kBackOff, "back-off"},    EdgeKind{kAdjunction, "adjunction"},
};

}  // namespace dragoman::forest
