// The steps of a search with gaps (Galley & Manning 2010, table 1).
//
// Grow: an option is applied, possibly one with source gaps. Its words may lie anywhere as long as
// its first piece is where a phrase may begin. Consolidate: the next piece of a phrase with pending
// pieces is placed. A jump is measured from the nearest piece of the previous phrase, and a jump
// back to the first gap is always allowed. Without source gaps these are the usual rules.
#pragma once

#include <algorithm>

#include "search/phrase/gaps/gapped.hpp"
#include "search/phrase/steps.hpp"

namespace dragoman::search::phrase {

template <typename C, typename Inner>
class Steps<C, Gapped<Inner>> : public StepScores {
 public:
  using Feature = Gapped<Inner>;
  using Node = Hypothesis<C, typename Feature::State>;

  Steps(const Problem& problem, const Feature& feature) : StepScores(problem), feature_(feature) {}

  const Feature& feature() const { return feature_; }

  const TranslationOption* last_option(const Node& node) const {
    return node.state.last == kNone ? nullptr : &problem_.options[node.state.last];
  }

  float distortion(const Node& node, const TranslationOption* last, std::size_t begin) const {
    const Distortion& distortion = problem_.features.distortion;
    return feature_.in_target_order() ? distortion.of(feature_.jump(node.state, begin))
                                      : distortion.score(last, begin);
  }

  static constexpr bool kPieces = true;
  float ahead(const typename Feature::State& state) const {
    return feature_.open().ahead(state.open);
  }
  /// The part of ahead() that an option adds.
  float ahead_of(const TranslationOption& option) const {
    return option.gaps == kNoGaps ? 0 : problem_.options.gaps(option).ahead;
  }
  bool finished(const typename Feature::State& state) const { return waiting_pieces(state) == 0; }
  std::size_t waiting_pieces(const typename Feature::State& state) const {
    return feature_.open().pieces(state.open);
  }

  /// If a step places the next piece of the `slot`th phrase with pending pieces, Hypothesis::option
  /// holds the slot from this bit on.
  static constexpr std::uint32_t kSlot = 28;
  static_assert(kMaxPending < 16);
  static std::size_t slot_of(std::uint32_t label) { return label >> kSlot; }
  static std::uint32_t option_of(std::uint32_t label) {
    return label & ((std::uint32_t{1} << kSlot) - 1);
  }

  /// Calls f(begin, open) for every word at which a step may begin after this coverage; `open` is
  /// for RankedPlaces::of().
  template <typename F>
  void for_each_begin(const C& coverage, F&& f) const {
    const std::size_t length = problem_.length(), gap = coverage.first_gap;
    const std::size_t end = std::max(gap + 1, reach(gap));
    for (std::size_t begin = gap; begin < end; begin = coverage.next_gap(begin + 1)) {
      const std::size_t extent = std::min(length, begin + feature_.places().max_extent());
      f(begin, coverage.next_covered(begin, length) >= extent);
    }
  }

  /// Whether the words of a place may be translated next; its first word is one at which a step may
  /// begin.
  bool possible(const C& coverage, const Shape& shape) const {
    const std::size_t length = problem_.length(), gap = coverage.first_gap;
    const std::size_t wall = problem_.limits.next_wall[gap];
    const bool first = shape.begin == gap;
    if (shape.has_gaps()) {
      const auto first_end = shape.begin + static_cast<std::size_t>(std::countr_one(shape.mask));
      if ((!first && first_end > reach(gap)) || shape.overlaps(coverage)) return false;
      if (wall < length) {
        const std::size_t open = after(coverage, shape).first_gap;
        if (open < shape.end && shape.end > problem_.limits.next_wall[open]) return false;
      }
    } else {
      if (!first && shape.end > std::min(reach(gap), wall)) return false;
      if (coverage.next_covered(shape.begin, length) < shape.end) return false;
    }
    return feature_.allows(coverage, shape, problem_.limits);
  }

  /// See Steps::for_each_place().
  template <typename F>
  void for_each_place(const C& coverage, F&& f) const {
    for_each_begin(coverage, [&](std::size_t begin, bool open) {
      for (std::size_t words = 1; words <= feature_.places().max_words(); ++words) {
        for (const RankedPlace& ranked : feature_.places().of(begin, words, open)) {
          const Shape& shape = ranked.place.shape;
          if (possible(coverage, shape)) f(shape, problem_.options.of(ranked.place));
        }
      }
    });
  }

  /// An upper bound on the total of a hypothesis that comes from `node` by a step that begins at
  /// `begin` and has no gain (RankedPlaces); kForbidden if there is no such step.
  float most_without_gain(const Node& node, std::size_t begin) const {
    const TranslationOption* last = last_option(node);
    if (!within_limit(node.coverage, last, begin)) return kForbidden;
    return rounded_up(node.total + problem_.future.holes_from(node.coverage, begin) +
                      distortion(node, last, begin) + (last == nullptr ? 0 : last->forward_bound) +
                      feature_.most());
  }

  C after(const C& coverage, const Shape& shape) const { return shape.added_to(coverage); }

  bool within_limit(const C& coverage, const TranslationOption* last, std::size_t begin) const {
    const int limit = problem_.settings.distortion_limit;
    if (limit < 0 || begin == coverage.first_gap) return true;
    if (last == nullptr) return static_cast<int>(begin) <= limit;
    bool near = false;
    problem_.options.shape(*last).for_each_piece([&](std::uint32_t, std::uint32_t end) {
      near = near || std::abs(static_cast<int>(end) - static_cast<int>(begin)) <= limit;
    });
    return near;
  }

  /// Calls f(fresh, option, complete) for every hypothesis that results from placing a pending
  /// piece of hypothesis `number`. The language models have not scored it yet.
  template <typename F>
  void for_each_piece(const Node& node, std::uint32_t number, F&& f) const {
    const OpenPhrases& open = feature_.open();
    const bool all = node.coverage.first_gap == problem_.length();
    const std::size_t slots = open.waiting(node.state.open);
    for (std::size_t slot = 0; slot < slots; ++slot) {
      if (!open.may_place(node.state.open, slot)) continue;
      const std::uint32_t piece = open.of(node.state.open)[slot].next;
      const TranslationOption& option = problem_.options[piece];
      Node fresh;
      const float feature_score = feature_.later(
          node.state, Step<C>{node.coverage, last_option(node), option, all}, slot, fresh.state);
      if (feature_score == kForbidden) continue;
      fresh.coverage = node.coverage;
      fresh.previous = number;
      fresh.option = piece | static_cast<std::uint32_t>(slot) << kSlot;
      fresh.identity = node.identity;
      fresh.score = node.score + feature_score;
      f(fresh, option, all && finished(fresh.state));
    }
  }

 private:
  /// Where a step must end (or its first piece) if it does not begin at the first gap.
  std::size_t reach(std::size_t gap) const {
    const int limit = problem_.settings.distortion_limit;
    const std::size_t length = problem_.length();
    return limit < 0 ? length : std::min(length, gap + static_cast<std::size_t>(limit));
  }

  const Feature& feature_;
};

}  // namespace dragoman::search::phrase
