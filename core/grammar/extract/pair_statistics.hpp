// What smoothing must know of all pairs of a grammar: how many different ones there are, and how
// many were seen once, twice, ...
#pragma once

#include <array>
#include <cstddef>

namespace dragoman::grammar {

/// Numbers of different pairs. They are whole unless they were estimated from a sample.
struct PairStatistics {
  static constexpr std::size_t kCountsOfCounts = 10;

  double pairs = 0;
  std::array<double, kCountsOfCounts + 1> seen{};  ///< seen[n]: pairs seen n times; seen[0] is 0

  /// So many more pairs that were seen n times.
  void add(std::size_t n, double more) {
    pairs += more;
    if (n <= kCountsOfCounts) seen[n] += more;
  }
};

/// Of a suffix-array grammar: pairs without gaps, and pairs with gaps on one side or on both.
struct RuleStatistics {
  PairStatistics contiguous, gapped;
};

}  // namespace dragoman::grammar
