// What edges apply that relaxed forced decoding had to add; see forest.hpp for the other codes.
#pragma once

#include <cstdint>

namespace dragoman::forest {

inline constexpr std::int64_t kInserted = -5;  ///< glue with words that translate nothing
inline constexpr std::int64_t kDeleted = -6;   ///< a source word without a translation
inline constexpr std::int64_t kBackOff = -7;   ///< a word for a word that no rule pairs

}  // namespace dragoman::forest
