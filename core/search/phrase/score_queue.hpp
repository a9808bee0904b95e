// A queue of numbers with scores: the greatest score first; of equal scores the smallest number
// first. Cube pruning spends much of its time here. Processors cannot predict which child of a heap
// node is greater. A score and its number are therefore stored as one integer, so that no branch
// depends on this.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragoman::search::phrase {

/// A number with a score; the greater comes first. Scores are never NaN.
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
  /// Bits that have the same order as the floats they are made from.
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
  /// Replaces the first element by one that will probably become first again soon: it sinks no
  /// farther than needed.
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
  /// Replaces the first element by the last one: the hole goes down to a leaf, along the greater
  /// children, and the new element rises from there.
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

}  // namespace dragoman::search::phrase
