// What cube pruning (cube_search.hpp) keeps for a stack: its cubes, the places in them that are in
// the queue, and with gaps the lists of places that are not cubes yet.
#pragma once

#include <cstdint>
#include <vector>

#include "search/extra.hpp"
#include "search/ranked_places.hpp"

namespace dragoman::search {

/// What an Extra says of the steps of a cube: where the options make no difference, it is prepared
/// once for all of them.
template <typename Extra>
struct StepsOfSpans {
  template <typename C>
  void add(const Extra&, const C&, std::size_t, std::size_t) {}
  template <typename C>
  float extend(const Extra& extra, std::uint32_t, const typename Extra::State& in,
               const Step<C>& step, typename Extra::State& out) {
    return extra.extend(in, step, out);
  }
};

template <typename Extra>
  requires Extra::kBySpan
struct StepsOfSpans<Extra> {
  template <typename C>
  void add(const Extra& extra, const C& before, std::size_t begin, std::size_t end) {
    steps.emplace_back(extra, before, begin, end);
  }
  template <typename C>
  float extend(const Extra&, std::uint32_t cube, const typename Extra::State& in, const Step<C>&,
               typename Extra::State& out) {
    out = steps[cube].state();
    return steps[cube].score(in);
  }
  std::vector<typename Extra::SpanSteps> steps;
};

/// Something that waits under a total.
struct CubeKey {
  float total;
  std::uint32_t entry;
  /// For a heap whose top is the greatest total and, among equals, the oldest entry.
  friend bool operator<(const CubeKey& a, const CubeKey& b) {
    return a.total != b.total ? a.total < b.total : a.entry > b.entry;
  }
};

/// A part of the search's node numbers, the best node first.
struct CubeRows {
  std::uint32_t first, count;
};

template <typename C>
struct Cube {
  C coverage;  ///< after the step
  float future;
  CubeRows rows;
  const Option* options;
  std::uint32_t option_count;
  std::uint32_t seen;  ///< into Cubes::seen: option_count bits for every row, in whole words
  std::uint32_t words() const { return (option_count + 63) / 64; }
};

/// Places that are not cubes yet, by falling gain.
struct CubeList {
  const RankedPlace *next, *end;
  float most;  ///< the total of a step that gains nothing, at most
  CubeRows rows;
};

/// The cubes that lead to one stack.
template <typename C, typename Extra>
struct Cubes {
  std::vector<Cube<C>> cubes;
  std::vector<std::uint64_t> seen;
  [[no_unique_address]] StepsOfSpans<Extra> of_spans;  ///< of each cube
  /// With gaps: lists, and cubes not begun (from kCube on), under bounds on their first places.
  std::vector<CubeList> lists;
  std::vector<CubeKey> waiting;
  static constexpr std::uint32_t kCube = std::uint32_t{1} << 31;
};

/// A place in a cube: with a bound on its total, or scored.
template <typename Extra>
struct CubeEntry {
  float score;  ///< without language models until scored
  float total;  ///< once scored
  ContextId context;
  std::uint32_t cube, row, column;
  bool scored;
  [[no_unique_address]] typename Extra::State extra;
};

}  // namespace dragoman::search
