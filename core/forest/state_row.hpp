// The states of an automaton that are reached, with their best scores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace dragoman::forest {

/// The score of what is never reached.
inline constexpr double kNever = -std::numeric_limits<double>::infinity();

/// States outside of [first, end) are never reached.
struct StateRow {
  std::size_t first = 0, end = 0;
  std::vector<double> scores;

  bool empty() const { return first == end; }
  double operator[](std::size_t j) const { return j >= first && j < end ? scores[j] : kNever; }
  /// An empty row with room for so many states.
  void clear(std::size_t states) {
    first = end = 0;
    scores.resize(states);
  }
  /// Takes in the states [from, to).
  void cover(std::size_t from, std::size_t to) {
    if (empty()) first = end = from;
    for (; first > from; --first) scores[first - 1] = kNever;
    for (; end < to; ++end) scores[end] = kNever;
  }
  void raise(std::size_t j, double score) {
    cover(j, j + 1);
    scores[j] = std::max(scores[j], score);
  }
  /// Raises all states of another row.
  void raise(const StateRow& other) {
    if (other.empty()) return;
    cover(other.first, other.end);
    for (std::size_t j = other.first; j < other.end; ++j) {
      scores[j] = std::max(scores[j], other.scores[j]);
    }
  }
  /// Leaves out the states at both ends that are never reached.
  void shrink() {
    while (!empty() && scores[end - 1] == kNever) --end;
    while (!empty() && scores[first] == kNever) ++first;
  }
};

}  // namespace dragoman::forest
