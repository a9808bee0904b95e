// One pass of training over sentences in a random order, with progress and cancellation.
#pragma once

#include <chrono>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "common/hash.hpp"
#include "common/parallel.hpp"

namespace dragoman::parse {

/// Numbers below `size` in an order that the seed decides, the same on every machine.
inline std::vector<std::size_t> shuffled(std::size_t size, std::uint64_t seed) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = size; i > 1; --i) {
    std::swap(order[i - 1], order[hash_combine(seed, i) % i]);
  }
  return order;
}

/// Calls learn_sentence(i) for every sentence; returns how many were parsed right before learning.
template <typename Learn>
std::size_t learn_all(std::size_t size, std::uint64_t seed, Monitor& monitor,
                      Learn&& learn_sentence) {
  using Clock = std::chrono::steady_clock;
  auto reported = Clock::now();
  std::size_t done = 0, right = 0;
  for (const std::size_t i : shuffled(size, seed)) {
    right += learn_sentence(i) ? 1 : 0;
    ++done;
    if (Clock::now() - reported > std::chrono::milliseconds(100)) {
      monitor.report(done, size);
      reported = Clock::now();
    }
  }
  monitor.report(size, size);
  return right;
}

}  // namespace dragoman::parse
