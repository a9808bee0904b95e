// Tells of hashes whether they were seen twice, in a few bits each (Bloom 1970). It may say so of
// one that was seen once, never the other way round. What it tells in the end does not depend on
// the order in which hashes come, so any number of threads may add.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dragoman::grammar {

class SeenTwice {
 public:
  /// With this many bits, rounded up to a power of two. `shift` chooses which bits of a hash count.
  explicit SeenTwice(std::size_t bits, unsigned shift = 0)
      : bits_(std::bit_ceil(std::max<std::size_t>(bits, 64))),
        shift_(static_cast<int>(shift)),
        once_(bits_ / 64),
        twice_(bits_ / 64) {}

  /// Whether it may have been there before.
  bool add(std::uint64_t hash) {
    const auto [place, bit] = place_of(hash);
    if ((once_[place].fetch_or(bit, std::memory_order_relaxed) & bit) == 0) return false;
    twice_[place].fetch_or(bit, std::memory_order_relaxed);
    return true;
  }
  bool operator()(std::uint64_t hash) const {
    const auto [place, bit] = place_of(hash);
    return (twice_[place].load(std::memory_order_relaxed) & bit) != 0;
  }
  /// Says that a hash will be added or asked for soon.
  void prefetch(std::uint64_t hash) const {
    const std::size_t place = place_of(hash).first;
    if (!once_.empty()) __builtin_prefetch(&once_[place]);
    __builtin_prefetch(&twice_[place]);
  }
  /// To be called when all have been added: half of the memory is free afterwards.
  void finish() { once_ = decltype(once_)(); }

 private:
  std::pair<std::size_t, std::uint64_t> place_of(std::uint64_t hash) const {
    const std::size_t bit = std::rotr(hash, shift_) & (bits_ - 1);
    return {bit / 64, std::uint64_t{1} << (bit % 64)};
  }

  std::size_t bits_;
  int shift_;
  std::vector<std::atomic<std::uint64_t>> once_, twice_;
};

}  // namespace dragoman::grammar
