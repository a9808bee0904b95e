// A queue of numbers that wait under scores: the greatest score first, among equals the least
// number. Cube pruning spends much of its time here, and which child of a heap's node is greater
// cannot be foretold; so that no branch depends on it, a score and its number are one integer.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragoman::search {

/// A number under a score; a greater one comes first. Scores are not NaN.
class Scored {
 public:
  Scored(float score, std::uint32_t number)
      : rank_(static_cast<std::uint64_t>(rising(std::bit_cast<std::uint32_t>(score))) << 32 |
              static_cast<std::uint32_t>(~number)) {}

  float score() const {
    const auto bits = static_cast<std::uint32_t>(rank_ >> 32);
    return std::bit_cast<float>((bits & kSign) != 0 ? bits ^ kSign : ~bits);
  }
  std::uint32_t number() const { return ~static_cast<std::uint32_t>(rank_); }

  friend auto operator<=>(const Scored&, const Scored&) = default;

 private:
  static constexpr std::uint32_t kSign = std::uint32_t{1} << 31;
  /// Bits of a float that are ordered as the floats are.
  static std::uint32_t rising(std::uint32_t bits) {
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
  }
  std::uint64_t rank_;
};

class ScoreQueue {
 public:
  bool empty() const { return heap_.empty(); }
  void clear() { heap_.clear(); }
  const Scored& first() const { return heap_.front(); }

  void push(const Scored& fresh) {
    heap_.push_back(fresh);
    rise(heap_.size() - 1, fresh);
  }
  void pop() {
    const Scored last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(last);
  }
  /// Puts something in place of the first that is expected to come soon again: it sinks no farther
  /// than it must.
  void replace_first(const Scored& fresh) {
    const std::size_t size = heap_.size();
    std::size_t hole = 0;
    for (std::size_t child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size) child += heap_[child] < heap_[child + 1] ? 1 : 0;
      if (heap_[child] < fresh) break;
      heap_[hole] = heap_[child];
      hole = child;
    }
    heap_[hole] = fresh;
  }

 private:
  /// Puts the last in place of the first: the hole goes down to a leaf, along the greater
  /// children, and what comes in rises from there.
  void sink(const Scored& fresh) {
    const std::size_t size = heap_.size();
    std::size_t hole = 0;
    for (std::size_t child = 1; child + 1 < size; child = 2 * hole + 1) {
      child += heap_[child] < heap_[child + 1] ? 1 : 0;
      heap_[hole] = heap_[child];
      hole = child;
    }
    if (const std::size_t child = 2 * hole + 1; child < size) {
      heap_[hole] = heap_[child];
      hole = child;
    }
    rise(hole, fresh);
  }
  void rise(std::size_t hole, const Scored& fresh) {
    while (hole > 0 && heap_[(hole - 1) / 2] < fresh) {
      heap_[hole] = heap_[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    heap_[hole] = fresh;
  }

  std::vector<Scored> heap_;
};

}  // namespace dragoman::search
