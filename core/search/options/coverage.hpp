// Which source words a hypothesis has translated.
//
// A coverage is the length of its fully translated prefix and a window of bits for the words after
// it. Under a distortion limit d no word further than d beyond the first gap can be covered (see
// Reachability). So one 64-bit window is enough for sentences of any length; wider windows are for
// unlimited reordering. The form is canonical: bit 0 of the window, the first gap itself, is never
// set.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "common/bits.hpp"
#include "common/hash.hpp"

namespace dragoman::search {

template <std::size_t Words>
struct Coverage {
  /// The number of positions, from the first gap on, whose state can be stored.
  static constexpr std::size_t kWindow = 64 * Words;

  std::array<std::uint64_t, Words> window{};
  std::uint32_t first_gap = 0;

  friend bool operator==(const Coverage&, const Coverage&) = default;

  bool covers(std::size_t position) const {
    if (position < first_gap) return true;
    const std::size_t bit = position - first_gap;
    return bit < kWindow && (window[bit / 64] >> (bit % 64) & 1) != 0;
  }

  /// The first covered position at or after `position` (which is not below the first gap). Returns
  /// `none` if there is no such position.
  std::size_t next_covered(std::size_t position, std::size_t none) const {
    for (std::size_t bit = position - first_gap; bit < kWindow;) {
      const std::uint64_t rest = window[bit / 64] >> (bit % 64);
      if (rest != 0) return first_gap + bit + std::countr_zero(rest);
      bit = (bit / 64 + 1) * 64;
    }
    return none;
  }

  /// The first uncovered position at or after `position`, which is not below the first gap.
  std::size_t next_gap(std::size_t position) const {
    std::size_t bit = position - first_gap;
    while (bit < kWindow) {
      const std::uint64_t rest = ~(window[bit / 64] >> (bit % 64));
      const std::size_t run = rest == 0 ? 64 : std::countr_zero(rest);
      const std::size_t left = 64 - bit % 64;
      if (run < left) return first_gap + bit + run;
      bit += left;
    }
    return first_gap + kWindow;
  }

  /// This coverage plus [begin, end). None of these words was covered, and the span ends within the
  /// window unless it begins at the first gap.
  Coverage with(std::size_t begin, std::size_t end) const {
    Coverage next = *this;
    if (begin == first_gap) {
      next.first_gap = static_cast<std::uint32_t>(next_gap_from(end));
      next.shift(next.first_gap - first_gap);
    } else {
      for (std::size_t p = begin - first_gap; p < end - first_gap; ++p) {
        next.window[p / 64] |= std::uint64_t{1} << (p % 64);
      }
    }
    return next;
  }

  /// This coverage plus the words at `position` + i for all set bits i. Bit 0 is set, none of these
  /// words was covered, and all lie within the window.
  Coverage with_bits(std::size_t position, std::uint64_t bits) const {
    Coverage next = *this;
    const std::size_t bit = position - first_gap, whole = bit / 64, part = bit % 64;
    next.window[whole] |= bits << part;
    if (part > 0 && whole + 1 < Words) next.window[whole + 1] |= bits >> (64 - part);
    if (bit == 0) {
      const std::size_t gap = next.next_gap(first_gap);
      next.shift(gap - first_gap);
      next.first_gap = static_cast<std::uint32_t>(gap);
    }
    return next;
  }

  /// Which of the 64 words from `position` on are covered, as bits.
  std::uint64_t bits(std::size_t position) const {
    if (position < first_gap) {
      const std::size_t before = first_gap - position;
      if (before >= 64) return ~std::uint64_t{0};
      return window[0] << before | ((std::uint64_t{1} << before) - 1);
    }
    const std::size_t bit = position - first_gap, whole = bit / 64, part = bit % 64;
    if (whole >= Words) return 0;
    const std::uint64_t high = part > 0 && whole + 1 < Words ? window[whole + 1] << (64 - part) : 0;
    return window[whole] >> part | high;
  }

  std::size_t covered() const {
    std::size_t count = first_gap;
    for (const std::uint64_t word : window) count += count_bits(word);
    return count;
  }

  std::uint64_t hash() const {
    std::uint64_t seed = mix64(first_gap + 1);
    for (const std::uint64_t word : window) seed = mix64(seed ^ word);
    return seed;
  }

 private:
  std::size_t next_gap_from(std::size_t position) const {
    return position - first_gap >= kWindow ? position : next_gap(position);
  }

  void shift(std::size_t bits) {
    if constexpr (Words == 1) {
      window[0] = bits >= 64 ? 0 : window[0] >> bits;
    } else {
      const std::size_t whole = bits / 64, part = bits % 64;
      for (std::size_t i = 0; i < Words; ++i) {
        const std::uint64_t low = i + whole < Words ? window[i + whole] : 0;
        const std::uint64_t high = i + whole + 1 < Words ? window[i + whole + 1] : 0;
        window[i] = part == 0 ? low : (low >> part | high << (64 - part));
      }
    }
  }
};

}  // namespace dragoman::search
