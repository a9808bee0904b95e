// Cube pruning (Huang and Chiang 2007) over stacks by covered words.
//
// A cube combines a sorted group of hypotheses with the same coverage with the sorted options of
// one span. For every stack the cubes that lead into it share one queue. At most `pop_limit`
// hypotheses are taken from the queue, best first, and the neighbours of a taken entry are added to
// it. An entry enters the queue with a bound on its score. It is scored with the language models
// only when it comes first. Entries still leave the queue in the order of their full scores.
//
// The oriented search looks further. A bad score of one entry hides all entries behind it, although
// language models judge each pair of a hypothesis and an option anew. So an entry enters the queue
// with an estimate of its score. If the language models find its words much less likely than the
// estimate, its neighbours enter the queue at once. Few cubes by orientation are ever needed:
// unless there is a feature, each waits until its first entry may be better than the first of the
// queue.
//
// With gaps there are hundreds of places for every group, and few of their cubes are ever needed.
// The places stand in lists, in the order of falling gain (ranked_places.hpp). A cube is made when
// its list comes first.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/phrase/beam.hpp"
#include "search/phrase/cube_orientations.hpp"
#include "search/phrase/cube_scores.hpp"
#include "search/phrase/cubes.hpp"

namespace dragoman::search::phrase {

template <typename C, typename Feature>
class CubeSearch {
 public:
  explicit CubeSearch(Beam<C, Feature>& beam)
      : beam_(beam), steps_(beam.steps()), scores_(beam), cubes_(steps_.problem().length() + 1) {}

  void run() {
    const std::size_t length = steps_.problem().length();
    if (by_orientation()) orders_.begin(steps_.problem().options.size());
    make_cubes(0, beam_.close(0, 0));
    for (std::size_t covered = 1; covered <= length; ++covered) {
      const std::size_t pops =
          beam_.budget().allow(steps_.problem().settings.pop_limit, length - covered + 1);
      search(covered, pops);
      const auto& groups = beam_.close(covered, 0);
      if (covered < length) make_cubes(covered, groups);
      cubes_[covered].clear();
      spare_.push_back(std::move(cubes_[covered]));
    }
  }

 private:
  using Node = typename Beam<C, Feature>::Node;
  static constexpr bool kLists = Steps<C, Feature>::kPieces;
  /// Whether cubes by orientation wait until their first entries are needed. With a feature more
  /// than the rank of a hypothesis and that of an option decides when this is.
  static constexpr bool kWait = std::is_base_of_v<NoFeature, Feature>;

  using Cubes = phrase::Cubes<C, Feature>;
  using Cube = phrase::Cube<C>;
  using Entry = CubeEntry<Feature>;
  using Rows = CubeRows;
  /// A group of hypotheses and a word at which it may be extended; its rows are ranked when needed.
  struct Start {
    NodeGroup group;
    std::uint32_t begin;
    Rows rows;
  };

  void make_cubes(std::size_t covered, const std::vector<NodeGroup>& groups) {
    for (const NodeGroup& group : groups) {
      const C coverage = node(group.begin).coverage;
      if constexpr (kLists) {
        steps_.for_each_begin(coverage, [&](std::size_t begin, bool open) {
          make_lists(covered, group, begin, open);
        });
      } else {
        const bool oriented = by_orientation();
        RowsByOrientation rows(scores_, group, oriented);
        steps_.for_each_place(coverage, [&](const auto& place, auto options) {
          const C next = steps_.after(coverage, place);
          const float future = steps_.problem().future.of(next);
          const std::size_t first = steps_.problem().options.number(options.front());
          for (const Orientation o : rows.orientations()) {
            const Rows of_place = rows.of(place.begin, place.end, o);
            if (of_place.count == 0) continue;
            Cubes& cubes = cubes_of(covered + place.words());
            const std::uint32_t* order = oriented ? orders_.of(options, first, o) : nullptr;
            if (kWait && oriented) {
              const TranslationOption& best = options[order[0]];
              cubes.waiting.push({of_place.most + best.estimate + best.backward[o] + future,
                                  static_cast<std::uint32_t>(cubes.cubes.size())});
            }
            add_cube(cubes, next, future, options, of_place, order);
            cubes.of_spans.add(steps_.feature(), coverage, place.begin, place.end);
          }
        });
      }
    }
  }

  bool by_orientation() const {
    return steps_.problem().settings.algorithm == Algorithm::kOrientedCube &&
           steps_.problem().features.reordering.used();
  }

  /// The cubes of a stack. Memory is used again when a stack is finished.
  Cubes& cubes_of(std::size_t covered) {
    Cubes& cubes = cubes_[covered];
    if (cubes.empty() && !spare_.empty()) {
      cubes = std::move(spare_.back());
      spare_.pop_back();
    }
    return cubes;
  }

  void add_cube(Cubes& cubes, const C& next, float future,
                std::span<const TranslationOption> options, const Rows& rows,
                const std::uint32_t* order) {
    const Cube cube{next,
                    future,
                    rows,
                    options.data(),
                    order,
                    static_cast<std::uint32_t>(options.size()),
                    static_cast<std::uint32_t>(cubes.seen.size())};
    cubes.seen.resize(cubes.seen.size() + std::size_t{cube.words()} * rows.count, 0);
    cubes.cubes.push_back(cube);
  }

  /// The lists of the places at a word, for a group.
  void make_lists(std::size_t covered, const NodeGroup& group, std::size_t begin, bool open) {
    const RankedPlaces& places = steps_.feature().places();
    const std::size_t left = steps_.problem().length() - covered;
    float most = kForbidden;
    for (std::uint32_t number = group.begin; number < group.end; ++number) {
      most = std::max(most, steps_.most_without_gain(node(number), begin));
    }
    if (most == kForbidden) return;
    const auto start = static_cast<std::uint32_t>(starts_.size());
    starts_.push_back({group, static_cast<std::uint32_t>(begin), {}});
    for (std::size_t words = 1; words <= std::min(left, places.max_words()); ++words) {
      const auto ranked = places.of(begin, words, open);
      if (ranked.empty()) continue;
      Cubes& cubes = cubes_of(covered + words);
      cubes.waiting.push(
          {most + ranked.front().gain, static_cast<std::uint32_t>(cubes.lists.size())});
      cubes.lists.push_back({ranked.data(), ranked.data() + ranked.size(), most, start});
    }
  }

  void search(std::size_t covered, std::size_t pops) {
    Cubes& cubes = cubes_[covered];
    Stack<Node>& stack = beam_.open(covered);
    scores_.begin(covered);
    entries_.clear();
    free_.clear();
    queue_.clear();
    if constexpr (Asks<Feature>) expect_corners(cubes);
    if (!kLists && !(kWait && by_orientation())) {
      for (std::uint32_t cube = 0; cube < cubes.cubes.size(); ++cube) enqueue(cubes, cube, 0, 0);
    }
    std::size_t popped = 0;
    std::uint64_t work = 0;
    while (popped < pops) {
      begin_cubes(cubes);
      if (queue_.empty()) break;
      const float total = queue_.first().score();
      const std::uint32_t first = queue_.first().number();
      Entry& entry = entries_[first];
      // An entry that will certainly be pruned is not scored; its neighbours may be better.
      if (scores_.most(cubes, entry) >= stack.worst()) {
        if (entry.stage != CubeStage::kScored) {
          if (entry.stage == CubeStage::kBound) ++work;
          if (scores_.score(cubes, entry)) {
            queue_.replace_first({entry.total, first});
            if (scores_.surprised(total, entry)) add_neighbours(cubes, first);
          } else {
            queue_.pop();
            pass(cubes, first);
          }
          continue;
        }
        stack.add(scores_.make_node(cubes, entry));
      }
      ++popped;
      queue_.pop();
      pass(cubes, first);
    }
    beam_.budget().spend(work, popped);
  }

  /// Begins the cubes whose first entry may be better than the first entry of the queue.
  void begin_cubes(Cubes& cubes) {
    while (!cubes.waiting.empty() &&
           (queue_.empty() || cubes.waiting.first().score() >= queue_.first().score())) {
      if constexpr (kLists) {
        take_place(cubes);
      } else {
        const std::uint32_t number = cubes.waiting.first().number();
        cubes.waiting.pop();
        enqueue(cubes, number, 0, 0);
      }
    }
  }

  /// Makes a cube of the first place of the best list.
  void take_place(Cubes& cubes) {
    const std::uint32_t number = cubes.waiting.first().number();
    CubeList& list = cubes.lists[number];
    const RankedPlace& ranked = *list.next++;
    if (list.next != list.end) {
      cubes.waiting.replace_first({list.most + list.next->gain, number});
    } else {
      cubes.waiting.pop();
    }
    Start& start = starts_[list.start];
    const C& coverage = node(start.group.begin).coverage;
    const Shape& shape = ranked.place.shape;
    if (!steps_.possible(coverage, shape)) return;
    if (start.rows.count == 0) {
      start.rows = scores_.rank(start.group, start.begin);
    }
    const auto options = steps_.problem().options.of(ranked.place);
    const C next = steps_.after(coverage, shape);
    add_cube(cubes, next, steps_.problem().future.of(next), options, start.rows, nullptr);
    enqueue(cubes, static_cast<std::uint32_t>(cubes.cubes.size() - 1), 0, 0);
  }

  /// Asks the feature about the first entry of every cube.
  void expect_corners(Cubes& cubes) {
    if (!steps_.feature().asks()) return;
    if constexpr (kLists) {
      while (!cubes.waiting.empty()) take_place(cubes);
    }
    for (const Cube& cube : cubes.cubes) {
      const Node& before = scores_.before(cube, 0);
      steps_.feature().expect(before.state, Step<C>{before.coverage, steps_.last_option(before),
                                                    cube.option(0), scores_.complete()});
    }
    steps_.feature().settle();
  }

  /// Puts a place of a cube into the queue, unless it is outside of the cube, was there before, or
  /// is forbidden. A forbidden place is skipped, so that its neighbours are reached.
  void enqueue(Cubes& cubes, std::uint32_t number, std::uint32_t row, std::uint32_t column) {
    const Cube& cube = cubes.cubes[number];
    if (row >= cube.rows.count || column >= cube.option_count) return;
    std::uint64_t& seen = cubes.seen[cube.seen + row * cube.words() + column / 64];
    const std::uint64_t bit = std::uint64_t{1} << (column % 64);
    if ((seen & bit) != 0) return;
    seen |= bit;

    Entry entry{0, 0, 0, number, row, column, CubeStage::kBound, {}};
    if (!scores_.begin_entry(cubes, entry)) {
      enqueue(cubes, number, row, column + 1);
      enqueue(cubes, number, row + 1, column);
      return;
    }
    std::uint32_t place;
    if (free_.empty()) {
      place = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back(entry);
    } else {
      place = free_.back();
      free_.pop_back();
      entries_[place] = entry;
    }
    steps_.contexts().prefetch(scores_.before(cube, row).context, cube.option(column).target);
    // Few of the first entries of the cubes are ever scored.
    if (row + column > 0) {
      steps_.contexts().prefetch_first_word(scores_.before(cube, row).context,
                                            cube.option(column).target);
    }
    queue_.push({entry.total, place});
  }

  /// Adds the neighbours of an entry that is finished.
  void pass(Cubes& cubes, std::uint32_t place) {
    free_.push_back(place);
    add_neighbours(cubes, place);
  }
  void add_neighbours(Cubes& cubes, std::uint32_t place) {
    const std::uint32_t cube = entries_[place].cube, row = entries_[place].row,
                        column = entries_[place].column;
    enqueue(cubes, cube, row, column + 1);
    enqueue(cubes, cube, row + 1, column);
  }

  const Node& node(std::uint32_t number) const { return beam_.graph().nodes[number]; }

  Beam<C, Feature>& beam_;
  const Steps<C, Feature>& steps_;
  CubeScores<C, Feature> scores_;
  std::vector<Cubes> cubes_;  ///< by the number of words covered after the step
  std::vector<Cubes> spare_;
  std::vector<Start> starts_;
  OptionOrders orders_;
  ScoreQueue queue_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace dragoman::search::phrase
