// The source words of a phrase, which may have gaps.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "common/bits.hpp"
#include "common/hash.hpp"
#include "search/options/coverage.hpp"

namespace dragoman::search {

/// The words of a contiguous phrase, or the word at `begin + i` for every bit i of a mask.
struct Shape {
  /// A phrase with gaps extends over at most this many words.
  static constexpr std::size_t kMaxSpan = 64;

  std::uint32_t begin = 0, end = 0;  ///< from the first word to the last
  std::uint64_t mask = 0;            ///< 0: all words of [begin, end)

  friend bool operator==(const Shape&, const Shape&) = default;

  bool has_gaps() const { return mask != 0; }
  std::size_t words() const { return mask == 0 ? end - begin : count_bits(mask); }
  /// The words in gaps, as bits from `begin`.
  std::uint64_t gap_bits() const {
    return mask == 0 ? 0 : ~mask & (~std::uint64_t{0} >> (kMaxSpan - (end - begin)));
  }
  std::uint64_t hash() const { return mix64(mask ^ mix64(std::uint64_t{begin} << 32 | end)); }

  /// Calls f(begin, end) for each contiguous piece, from left to right.
  template <typename F>
  void for_each_piece(F&& f) const {
    if (mask == 0) return f(begin, end);
    for_each_run(mask, f);
  }
  /// The same for each gap.
  template <typename F>
  void for_each_gap(F&& f) const {
    for_each_run(gap_bits(), f);
  }

  std::size_t gaps() const {
    std::size_t count = 0;
    for_each_gap([&](std::uint32_t, std::uint32_t) { ++count; });
    return count;
  }

  /// Whether any word is covered. No word may lie before the first gap of the coverage.
  template <std::size_t Words>
  bool overlaps(const Coverage<Words>& coverage) const {
    return (coverage.bits(begin) & mask) != 0;
  }
  /// Whether any word in a gap is not covered.
  template <std::size_t Words>
  bool has_open_gap(const Coverage<Words>& coverage) const {
    return (gap_bits() & ~coverage.bits(begin)) != 0;
  }
  template <std::size_t Words>
  Coverage<Words> added_to(const Coverage<Words>& coverage) const {
    return mask == 0 ? coverage.with(begin, end) : coverage.with_bits(begin, mask);
  }

 private:
  template <typename F>
  void for_each_run(std::uint64_t bits, F&& f) const {
    for (std::uint32_t at = begin; bits != 0;) {
      const int zeros = std::countr_zero(bits);
      bits >>= zeros;
      const int ones = std::countr_one(bits);
      bits = ones == 64 ? 0 : bits >> ones;
      at += static_cast<std::uint32_t>(zeros);
      f(at, at + static_cast<std::uint32_t>(ones));
      at += static_cast<std::uint32_t>(ones);
    }
  }
};

/// Whether a word of `inner` lies between the first and the last word of `outer`. The two have no
/// word in common, so such a word is in a gap of `outer`.
inline bool reaches_into(const Shape& inner, const Shape& outer) {
  bool found = false;
  inner.for_each_piece([&](std::uint32_t begin, std::uint32_t end) {
    found = found || (begin < outer.end && outer.begin < end);
  });
  return found;
}

/// Whether the words of two phrases without common words interleave as a b a b or b a b a.
inline bool interleaved(const Shape& a, const Shape& b) {
  if (!a.has_gaps() || !b.has_gaps() || a.end <= b.begin || b.end <= a.begin) return false;
  const std::uint32_t from = std::max(a.begin, b.begin), to = std::min(a.end, b.end);
  const auto has = [](const Shape& shape, std::uint32_t word) {
    return (shape.mask >> (word - shape.begin) & 1) != 0;
  };
  // Look only from the later first word to the earlier last word; outside of this range each phrase
  // is one run.
  const Shape& earlier = a.begin < b.begin ? a : b;
  const Shape& ends_later = a.end > b.end ? a : b;
  const Shape* last = &earlier;
  int switches = 0;
  for (std::uint32_t word = from; word < to; ++word) {
    const Shape* owner = has(a, word) ? &a : has(b, word) ? &b : last;
    if (owner != last) ++switches;
    last = owner;
  }
  if (last != &ends_later) ++switches;
  return switches > 2;
}

}  // namespace dragoman::search
