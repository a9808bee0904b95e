// Cube pruning (Huang and Chiang 2007) over stacks by covered words.
//
// A cube is a group of hypotheses with the same coverage, sorted, times the options of one span,
// sorted. For every stack the cubes that lead into it share one queue, from which at most
// `pop_limit` hypotheses are taken, best first; the neighbours of one that is taken come into the
// queue. An entry waits under a bound on its score and is scored with the language models only when
// it comes first: the order of what leaves the queue is that of full scores all the same.
#pragma once

#include <algorithm>
#include <vector>

#include "search/beam.hpp"

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
    steps.push_back(extra.span_steps(before, begin, end));
  }
  template <typename C>
  float extend(const Extra&, std::uint32_t cube, const typename Extra::State& in, const Step<C>&,
               typename Extra::State& out) {
    return steps[cube].extend(in, out);
  }
  std::vector<typename Extra::SpanSteps> steps;
};

template <typename C, typename Extra>
class CubeSearch {
 public:
  explicit CubeSearch(Beam<C, Extra>& beam)
      : beam_(beam), steps_(beam.steps()), cubes_(steps_.problem().length() + 1) {}

  void run() {
    const std::size_t length = steps_.problem().length();
    make_cubes(0, beam_.close(0, 0));
    for (std::size_t covered = 1; covered <= length; ++covered) {
      const std::size_t pops =
          beam_.effort().allow(steps_.problem().settings.pop_limit, length - covered + 1);
      search(covered, pops);
      const auto& groups = beam_.close(covered, 0);
      if (covered < length) make_cubes(covered, groups);
      cubes_[covered] = {};
    }
  }

 private:
  using Node = typename Beam<C, Extra>::Node;

  struct Key {
    float total;
    std::uint32_t entry;
    /// For a heap whose top is the greatest total and, among equals, the oldest entry.
    friend bool operator<(const Key& a, const Key& b) {
      return a.total != b.total ? a.total < b.total : a.entry > b.entry;
    }
  };

  struct Cube {
    C coverage;  ///< after the step
    float future;
    std::uint32_t rows, row_count;  ///< into Cubes::rows: node numbers, best first
    const Option* options;
    std::uint32_t option_count;
    std::uint32_t seen;  ///< into Cubes::seen: option_count bits for every row, in whole words
    std::uint32_t words() const { return (option_count + 63) / 64; }
  };
  /// The cubes that lead to one stack.
  struct Cubes {
    std::vector<Cube> cubes;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint64_t> seen;
    [[no_unique_address]] StepsOfSpans<Extra> of_spans;  ///< of each cube
    std::vector<Key> waiting;  ///< with gaps: cubes not begun, with bounds on their first places
  };
  /// A place in a cube: with a bound on its total, or scored.
  struct Entry {
    float score;  ///< without language models until scored
    float total;  ///< once scored
    ContextId context;
    std::uint32_t cube, row, column;
    bool scored;
    [[no_unique_address]] typename Extra::State extra;
  };
  void make_cubes(std::size_t covered, const std::vector<NodeGroup>& groups) {
    for (const NodeGroup& group : groups) {
      const C coverage = node(group.begin).coverage;
      steps_.for_each_place(coverage, [&](const auto& place, auto options) {
        Cubes& cubes = cubes_[covered + place.words()];
        ranked_.clear();
        for (std::uint32_t number = group.begin; number < group.end; ++number) {
          const Option* last = steps_.last_option(node(number));
          if (!steps_.within_limit(coverage, last, place)) continue;
          ranked_.push_back({node(number).score + steps_.ahead(node(number).extra) +
                                 steps_.distortion(last, place.begin),
                             number});
        }
        if (ranked_.empty()) return;
        std::ranges::sort(ranked_, [](const Key& a, const Key& b) { return b < a; });
        const C next = steps_.after(coverage, place);
        Cube cube{next,
                  steps_.problem().future.of(next),
                  static_cast<std::uint32_t>(cubes.rows.size()),
                  static_cast<std::uint32_t>(ranked_.size()),
                  options.data(),
                  static_cast<std::uint32_t>(options.size()),
                  static_cast<std::uint32_t>(cubes.seen.size())};
        if constexpr (Steps<C, Extra>::kPieces) {
          const Option* last = steps_.last_option(node(ranked_[0].entry));
          cubes.waiting.push_back({ranked_[0].total + cube.future + options[0].bound +
                                       (last == nullptr ? 0 : last->forward_bound) +
                                       steps_.extra().most(),
                                   static_cast<std::uint32_t>(cubes.cubes.size())});
        }
        for (const Key& key : ranked_) cubes.rows.push_back(key.entry);
        cubes.seen.resize(cubes.seen.size() + cube.words() * ranked_.size(), 0);
        cubes.cubes.push_back(cube);
        cubes.of_spans.add(steps_.extra(), coverage, place.begin, place.end);
      });
    }
  }

  void search(std::size_t covered, std::size_t pops) {
    Cubes& cubes = cubes_[covered];
    Stack<Node>& stack = beam_.open(covered);
    complete_ = covered == steps_.problem().length();
    entries_.clear();
    free_.clear();
    queue_.clear();
    if constexpr (Asks<Extra>) expect_corners(cubes);
    if constexpr (Steps<C, Extra>::kPieces) {
      std::make_heap(cubes.waiting.begin(), cubes.waiting.end());
    } else {
      for (std::uint32_t cube = 0; cube < cubes.cubes.size(); ++cube) enqueue(cubes, cube, 0, 0);
    }
    std::size_t popped = 0;
    std::uint64_t work = 0;
    while (popped < pops) {
      begin_cubes(cubes, kForbidden);
      if (queue_.empty()) break;
      std::pop_heap(queue_.begin(), queue_.end());
      const Key key = queue_.back();
      queue_.pop_back();
      if (!entries_[key.entry].scored) {
        score(cubes, entries_[key.entry]);
        ++work;
        const Key fresh{entries_[key.entry].total, key.entry};
        begin_cubes(cubes, fresh.total);
        if (!queue_.empty() && fresh < queue_.front()) {
          push(fresh);
          continue;
        }
      }
      ++popped;
      const Entry& entry = entries_[key.entry];
      if (entry.total >= stack.worst()) stack.add(make_node(cubes, entry));
      const std::uint32_t cube = entry.cube, row = entry.row, column = entry.column;
      free_.push_back(key.entry);
      enqueue(cubes, cube, row, column + 1);
      enqueue(cubes, cube, row + 1, column);
    }
    beam_.effort().spend(work, popped);
  }

  /// With gaps there are many cubes, of which few are ever needed: begins those whose first places
  /// may be better than the first of the queue and than `total`.
  void begin_cubes(Cubes& cubes, float total) {
    if constexpr (Steps<C, Extra>::kPieces) {
      auto& waiting = cubes.waiting;
      while (!waiting.empty() && waiting.front().total >= total &&
             (queue_.empty() || waiting.front().total >= queue_.front().total)) {
        std::pop_heap(waiting.begin(), waiting.end());
        const std::uint32_t cube = waiting.back().entry;
        waiting.pop_back();
        enqueue(cubes, cube, 0, 0);
      }
    }
  }

  /// Asks about the first place of every cube.
  void expect_corners(const Cubes& cubes) {
    if (!steps_.extra().asks()) return;
    for (const Cube& cube : cubes.cubes) {
      const Node& before = node(cubes.rows[cube.rows]);
      steps_.extra().expect(before.extra, Step<C>{before.coverage, steps_.last_option(before),
                                                  cube.options[0], complete_});
    }
    steps_.extra().settle();
  }

  /// Puts a place of a cube into the queue unless it is outside, has been there, or is forbidden;
  /// a forbidden place is passed over so that what lies behind it is reached.
  void enqueue(Cubes& cubes, std::uint32_t number, std::uint32_t row, std::uint32_t column) {
    const Cube& cube = cubes.cubes[number];
    if (row >= cube.row_count || column >= cube.option_count) return;
    std::uint64_t& seen = cubes.seen[cube.seen + row * cube.words() + column / 64];
    const std::uint64_t bit = std::uint64_t{1} << (column % 64);
    if ((seen & bit) != 0) return;
    seen |= bit;

    const std::uint32_t previous = cubes.rows[cube.rows + row];
    const Node& before = node(previous);
    const Option& option = cube.options[column];
    const Option* last = steps_.last_option(before);
    typename Extra::State out{};
    const float extra =
        cubes.of_spans.extend(steps_.extra(), number, before.extra,
                              Step<C>{before.coverage, last, option, complete_}, out);
    if (extra == kForbidden) {
      enqueue(cubes, number, row, column + 1);
      enqueue(cubes, number, row + 1, column);
      return;
    }
    const float score = before.score + steps_.distortion(last, option.begin) + option.score +
                        steps_.reordering(last, option) + extra;
    const Entry entry{score, 0, 0, number, row, column, false, out};
    std::uint32_t place;
    if (free_.empty()) {
      place = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back(entry);
    } else {
      place = free_.back();
      free_.pop_back();
      entries_[place] = entry;
    }
    steps_.contexts().prefetch(before.context, option.target);
    push({score + steps_.contexts().bound(option.target) + cube.future + steps_.ahead(out), place});
  }

  /// Adds the language models' scores to an entry.
  void score(const Cubes& cubes, Entry& entry) {
    const Cube& cube = cubes.cubes[entry.cube];
    Node fresh;
    fresh.score = entry.score;
    score_language(steps_, node(cubes.rows[cube.rows + entry.row]).context,
                   cube.options[entry.column], complete_ && steps_.finished(entry.extra),
                   cube.future + steps_.ahead(entry.extra), fresh);
    entry.score = fresh.score;
    entry.total = fresh.total;
    entry.context = fresh.context;
    entry.scored = true;
  }

  Node make_node(const Cubes& cubes, const Entry& entry) const {
    const Cube& cube = cubes.cubes[entry.cube];
    const Option& option = cube.options[entry.column];
    Node made;
    made.coverage = cube.coverage;
    made.previous = cubes.rows[cube.rows + entry.row];
    made.option = steps_.problem().options.number(option);
    made.identity = complete_ && steps_.finished(entry.extra) ? 0 : option.identity;
    made.context = entry.context;
    made.score = entry.score;
    made.total = entry.total;
    made.extra = entry.extra;
    return made;
  }

  void push(const Key& key) {
    queue_.push_back(key);
    std::push_heap(queue_.begin(), queue_.end());
  }

  const Node& node(std::uint32_t number) const { return beam_.graph().nodes[number]; }

  Beam<C, Extra>& beam_;
  const Steps<C, Extra>& steps_;
  std::vector<Cubes> cubes_;  ///< by the number of words covered after the step
  bool complete_ = false;
  std::vector<Key> ranked_, queue_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace dragoman::search
