// The scores of the entries of cube pruning (cube_search.hpp). A place in a cube is a hypothesis,
// which is one of the rows, and an option.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "search/phrase/beam.hpp"
#include "search/phrase/cubes.hpp"

namespace dragoman::search::phrase {

template <typename C, typename Feature>
class CubeScores {
 public:
  using Node = typename Beam<C, Feature>::Node;
  using Cubes = phrase::Cubes<C, Feature>;
  using Cube = phrase::Cube<C>;
  using Entry = CubeEntry<Feature>;
  /// Whether entries begin with a bound that leaves out the feature's score.
  static constexpr bool kBounds = Steps<C, Feature>::kPieces;

  explicit CubeScores(const Beam<C, Feature>& beam)
      : beam_(beam),
        steps_(beam.steps()),
        estimates_(!kBounds && steps_.problem().settings.algorithm == Algorithm::kOrientedCube),
        margin_((kBounds ? RankedPlaces::kOptimism : kSurprise) * steps_.contexts().weight()) {}

  /// From now on scores are for the stack of `covered` words.
  void begin(std::size_t covered) { complete_ = covered == steps_.problem().length(); }
  bool complete() const { return complete_; }

  /// The hypotheses of a group that may be extended at a word, ranked.
  CubeRows rank(const NodeGroup& group, std::size_t begin) {
    ranked_.clear();
    for (std::uint32_t number = group.begin; number < group.end; ++number) {
      const Node& one = node(number);
      const TranslationOption* last = steps_.last_option(one);
      if (!steps_.within_limit(one.coverage, last, begin)) continue;
      ranked_.push_back(
          {one.score + steps_.ahead(one.state) + steps_.distortion(one, last, begin), number});
    }
    return store_ranked();
  }
  /// Those of them whose last option has an orientation relative to [begin, end); they are ranked
  /// with their forward scores.
  CubeRows rank(const NodeGroup& group, std::size_t begin, std::size_t end, Orientation o) {
    ranked_.clear();
    for (std::uint32_t number = group.begin; number < group.end; ++number) {
      const Node& one = node(number);
      const TranslationOption* last = steps_.last_option(one);
      if (PhraseReordering::orientation(last, begin, end) != o ||
          !steps_.within_limit(one.coverage, last, begin)) {
        continue;
      }
      const float forward = last == nullptr ? 0 : last->forward[o];
      ranked_.push_back(
          {one.score + steps_.ahead(one.state) + steps_.distortion(one, last, begin) + forward,
           number});
    }
    return store_ranked();
  }
  /// Whether the last option of any hypothesis of a group begins at a word.
  bool any_at(const NodeGroup& group, std::size_t word) const {
    for (std::uint32_t number = group.begin; number < group.end; ++number) {
      const TranslationOption* last = steps_.last_option(node(number));
      if (last != nullptr && last->begin == word) return true;
    }
    return false;
  }
  /// The hypothesis of a row.
  const Node& before(const Cube& cube, std::uint32_t row) const {
    return node(rows_[cube.rows.first + row]);
  }

  /// Gives an entry an estimate of its total, or a bound on it; false if the entry is forbidden.
  bool begin_entry(Cubes& cubes, Entry& entry) {
    const Cube& cube = cubes.cubes[entry.cube];
    const TranslationOption& option = cube.option(entry.column);
    if constexpr (kBounds) {
      entry.total =
          bound_without_words(cube, before(cube, entry.row), option) + expected_words(option);
    } else {
      if (!score_step(cubes, entry)) return false;
      entry.total = entry.score + expected_words(option) + cube.future;
    }
    return true;
  }
  /// The most that the total of an entry can be.
  float most(const Cubes& cubes, const Entry& entry) const {
    if (!(kBounds || estimates_) || entry.stage != CubeStage::kBound) return entry.total;
    const TranslationOption& option = cubes.cubes[entry.cube].option(entry.column);
    return entry.total + steps_.contexts().bound(option.target) - expected_words(option);
  }
  /// Whether an entry that has just been scored is much worse than its estimate.
  bool surprised(float estimate, const Entry& entry) const {
    return estimates_ && estimate - entry.total > margin_;
  }

  /// Takes the first entry of the queue to its next stage; false if the entry is forbidden. The
  /// open phrases after a step take longest to compute, and most entries never become first again.
  bool score(Cubes& cubes, Entry& entry) {
    const Cube& cube = cubes.cubes[entry.cube];
    if constexpr (kBounds) {
      if (entry.stage == CubeStage::kBound && !complete_) {
        const Node& from = before(cube, entry.row);
        const TranslationOption& option = cube.option(entry.column);
        entry.total = bound_without_words(cube, from, option) +
                      steps_.contexts().extend(from.context, option.target).score;
        entry.stage = CubeStage::kCloser;
        return true;
      }
      if (!score_step(cubes, entry)) return false;
    }
    Node fresh;
    fresh.score = entry.score;
    score_language(steps_, before(cube, entry.row).context, cube.option(entry.column),
                   complete_ && steps_.finished(entry.state),
                   cube.future + steps_.ahead(entry.state), fresh);
    entry.score = fresh.score;
    entry.total = fresh.total;
    entry.context = fresh.context;
    entry.stage = CubeStage::kScored;
    return true;
  }

  Node make_node(const Cubes& cubes, const Entry& entry) const {
    const Cube& cube = cubes.cubes[entry.cube];
    const TranslationOption& option = cube.option(entry.column);
    Node made;
    made.coverage = cube.coverage;
    made.previous = rows_[cube.rows.first + entry.row];
    made.option = steps_.problem().options.number(option);
    made.identity = complete_ && steps_.finished(entry.state) ? 0 : option.identity;
    made.context = entry.context;
    made.score = entry.score;
    made.total = entry.total;
    made.state = entry.state;
    return made;
  }

 private:
  CubeRows store_ranked() {
    std::ranges::sort(ranked_, std::greater());
    const auto first = static_cast<std::uint32_t>(rows_.size());
    for (const Scored& one : ranked_) rows_.push_back(one.number());
    const float most = ranked_.empty() ? kForbidden : ranked_.front().score();
    return {first, static_cast<std::uint32_t>(ranked_.size()), most};
  }

  /// With gaps: an upper bound on the total of a place in a cube, without the language models'
  /// part.
  float bound_without_words(const Cube& cube, const Node& from,
                            const TranslationOption& option) const {
    const TranslationOption* last = steps_.last_option(from);
    return from.score + steps_.distortion(from, last, option.begin) + option.score +
           steps_.reordering(last, option) + cube.future + steps_.ahead(from.state) +
           steps_.ahead_of(option) + steps_.feature().most(from.state, option);
  }

  /// What an entry begins with in the place of the language models' score.
  float expected_words(const TranslationOption& option) const {
    if constexpr (kBounds) return steps_.problem().options.likely_words(option, margin_);
    return estimates_ ? option.estimate - option.expected - option.score
                      : steps_.contexts().bound(option.target);
  }

  /// Gives an entry its score without the language models; false if the entry is forbidden.
  bool score_step(Cubes& cubes, Entry& entry) {
    const Cube& cube = cubes.cubes[entry.cube];
    const Node& from = before(cube, entry.row);
    const TranslationOption& option = cube.option(entry.column);
    const TranslationOption* last = steps_.last_option(from);
    const float feature_score =
        cubes.of_spans.extend(steps_.feature(), entry.cube, from.state,
                              Step<C>{from.coverage, last, option, complete_}, entry.state);
    if (feature_score == kForbidden) return false;
    entry.score = from.score + steps_.distortion(from, last, option.begin) + option.score +
                  steps_.reordering(last, option) + feature_score;
    return true;
  }

  const Node& node(std::uint32_t number) const { return beam_.graph().nodes[number]; }

  /// An entry whose language model score is this many nats below its estimate opens its
  /// neighbours at once.
  static constexpr float kSurprise = 2;

  const Beam<C, Feature>& beam_;
  const Steps<C, Feature>& steps_;
  bool estimates_;
  float margin_;  ///< between an estimate and a surprise; with gaps, of the estimates
  bool complete_ = false;
  std::vector<std::uint32_t> rows_;  ///< nodes of cubes
  std::vector<Scored> ranked_;
};

}  // namespace dragoman::search::phrase
