// The data of cube pruning (cube_search.hpp) for one stack: its cubes, the entries that are in the
// queue, and with gaps the lists of places that are not cubes yet.
#pragma once

#include <cstdint>
#include <vector>

#include "search/phrase/features/feature.hpp"
#include "search/phrase/gaps/ranked_places.hpp"
#include "search/phrase/score_queue.hpp"

namespace dragoman::search::phrase {

/// A feature's scores for the steps of a cube. If they do not depend on the option, they are
/// prepared once for all options.
template <typename Feature>
struct StepsOfSpans {
  void clear() {}
  template <typename C>
  void add(const Feature&, const C&, std::size_t, std::size_t) {}
  template <typename C>
  float extend(const Feature& feature, std::uint32_t, const typename Feature::State& in,
               const Step<C>& step, typename Feature::State& out) {
    return feature.extend(in, step, out);
  }
};

template <typename Feature>
  requires Feature::kBySpan
struct StepsOfSpans<Feature> {
  void clear() { steps.clear(); }
  template <typename C>
  void add(const Feature& feature, const C& before, std::size_t begin, std::size_t end) {
    steps.emplace_back(feature, before, begin, end);
  }
  template <typename C>
  float extend(const Feature&, std::uint32_t cube, const typename Feature::State& in,
               const Step<C>&, typename Feature::State& out) {
    out = steps[cube].state();
    return steps[cube].score(in);
  }
  std::vector<typename Feature::SpanSteps> steps;
};

/// A part of the search's node numbers, the best node first.
struct CubeRows {
  std::uint32_t first, count;
  float most = 0;  ///< what the best node was ranked with
};

template <typename C>
struct Cube {
  C coverage;  ///< after the step
  float future;
  CubeRows rows;
  const TranslationOption* options;
  const std::uint32_t* order;  ///< of the options; null if they are in order
  std::uint32_t option_count;
  std::uint32_t seen;  ///< into Cubes::seen: option_count bits for every row, in whole words
  std::uint32_t words() const { return (option_count + 63) / 64; }
  const TranslationOption& option(std::uint32_t column) const {
    return options[order == nullptr ? column : order[column]];
  }
};

/// Places that are not cubes yet, in the order of falling gain.
struct CubeList {
  const RankedPlace *next, *end;
  float most;           ///< an upper bound on the total of a step without gain
  std::uint32_t start;  ///< of CubeSearch
};

/// The cubes that lead to one stack.
template <typename C, typename Feature>
struct Cubes {
  std::vector<Cube<C>> cubes;
  std::vector<std::uint64_t> seen;
  [[no_unique_address]] StepsOfSpans<Feature> of_spans;  ///< of each cube
  /// With gaps: lists, ordered by bounds on their first places. By orientation: cubes that have not
  /// begun, ordered by the estimates of their first entries.
  std::vector<CubeList> lists;
  ScoreQueue waiting;

  bool empty() const { return cubes.empty() && lists.empty(); }
  void clear() {
    cubes.clear();
    seen.clear();
    of_spans.clear();
    lists.clear();
    waiting.clear();
  }
};

/// How far an entry of the queue is scored.
enum class CubeStage : std::uint8_t {
  kBound,   ///< a bound on its total
  kCloser,  ///< with gaps: a closer bound, with the language models' scores
  kScored,  ///< its total
};

/// A place in a cube.
template <typename Feature>
struct CubeEntry {
  float score;  ///< without language models until scored
  float total;  ///< or a bound on it
  ContextId context;
  std::uint32_t cube, row, column;
  CubeStage stage;
  [[no_unique_address]] typename Feature::State state;
};

}  // namespace dragoman::search::phrase
