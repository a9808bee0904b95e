// Tells of hashes whether they were seen twice, in a few bits each (Bloom 1970). It may say so of
// one that was seen once, never the other way round. What it tells in the end does not depend on
// the order in which hashes come, so any number of threads may add.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "common/large_array.hpp"

namespace dragoman::grammar {

/// First all hashes are added; after finish() it can be asked.
class SeenTwice {
 public:
  /// With this many bits, rounded up to a power of two. `shift` chooses which bits of a hash count.
  explicit SeenTwice(std::size_t bits, unsigned shift = 0)
      : bits_(std::bit_ceil(std::max<std::size_t>(bits, 64))),
        shift_(static_cast<int>(shift)),
        pairs_(bits_ / 32) {}

  /// Whether it may have been there before.
  bool add(std::uint64_t hash) {
    const std::size_t place = place_of(hash);
    const std::uint64_t once = std::uint64_t{1} << (place % 32 * 2), twice = once << 1;
    const std::atomic_ref word(pairs_[place / 32]);
    if ((word.load(std::memory_order_relaxed) & twice) != 0) return true;
    if ((word.fetch_or(once, std::memory_order_relaxed) & once) == 0) return false;
    word.fetch_or(twice, std::memory_order_relaxed);
    return true;
  }
  /// Half of the memory is free afterwards.
  void finish() {
    twice_ = LargeArray<std::uint64_t>(bits_ / 64);
    for (std::size_t i = 0; i < twice_.size(); ++i) {
      twice_[i] = odd_bits(pairs_[2 * i]) | odd_bits(pairs_[2 * i + 1]) << 32;
    }
    pairs_ = LargeArray<std::uint64_t>();
  }
  bool operator()(std::uint64_t hash) const {
    const std::size_t place = place_of(hash);
    return (twice_[place / 64] >> (place % 64) & 1) != 0;
  }
  /// Says that a hash will be added or asked for soon.
  void prefetch(std::uint64_t hash) const {
    const std::size_t place = place_of(hash);
    __builtin_prefetch(twice_.empty() ? &pairs_[place / 32] : &twice_[place / 64]);
  }

 private:
  std::size_t place_of(std::uint64_t hash) const { return std::rotr(hash, shift_) & (bits_ - 1); }
  /// The bits 1, 3, 5, ... as the lower half of a word.
  static std::uint64_t odd_bits(std::uint64_t bits) {
    bits = bits >> 1 & 0x5555555555555555;
    bits = (bits | bits >> 1) & 0x3333333333333333;
    bits = (bits | bits >> 2) & 0x0F0F0F0F0F0F0F0F;
    bits = (bits | bits >> 4) & 0x00FF00FF00FF00FF;
    bits = (bits | bits >> 8) & 0x0000FFFF0000FFFF;
    return (bits | bits >> 16) & 0x00000000FFFFFFFF;
  }

  std::size_t bits_;
  int shift_;
  LargeArray<std::uint64_t> pairs_;  ///< of every place whether it was seen once, and twice
  LargeArray<std::uint64_t> twice_;
};

}  // namespace dragoman::grammar
