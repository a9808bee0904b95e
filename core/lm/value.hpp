// The probability and the back-off of an n-gram, and the meaning of their signs, as in KenLM
// (Heafield 2011).
//
// A log10 probability is never positive, so its sign can carry information. Stored negative: no
// longer n-gram ends with this one ("independent of more context on the left"). Stored positive:
// some longer n-gram does. A back-off of minus zero means that no longer n-gram begins with this
// one, so that a state need not keep it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace dragoman::lm {

inline constexpr float kNoExtension = -0.0F;

/// Logarithms of a larger size count as this one, and a back-off that is not a number counts as no
/// back-off. So a damaged or hostile file never brings infinite values, or values that are not
/// numbers, into a search.
inline constexpr float kLargest = 1e6F;

inline bool has_extension(float backoff) {
  return std::bit_cast<std::uint32_t>(backoff) != 0x80000000U;
}

struct Value {
  float probability;  // with the sign as above
  float backoff;

  float log10() const {
    const float size = std::fabs(probability);
    return size < kLargest ? -size : -kLargest;
  }
  float usable_backoff() const {
    return std::isnan(backoff) ? kNoExtension : std::clamp(backoff, -kLargest, kLargest);
  }
  bool independent() const { return std::signbit(probability); }
};

static_assert(sizeof(Value) == 8);

inline float mark_independent(float probability) { return -std::fabs(probability); }
inline float mark_extends(float probability) { return std::fabs(probability); }

}  // namespace dragoman::lm
