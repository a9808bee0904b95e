// The probability and the back-off of an n-gram, and what their signs say, as in KenLM (Heafield
// 2011).
//
// A log10 probability is never positive, so its sign is free: stored negative, no longer n-gram
// ends with this one ("independent of more context on the left"); stored positive, some does. A
// back-off of minus zero means that no longer n-gram begins with this one, so that a state need not
// keep it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace dragoman::lm {

inline constexpr float kNoExtension = -0.0F;

/// Larger logarithms are taken for this one, and a back-off that is not a number for none: so what
/// a damaged or hostile file holds never reaches a search as infinite or as not a number.
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
