// The steps of a search with gaps (Galley & Manning 2010, table 1).
//
// Grow: an option is applied as ever, or one with source gaps, whose words may lie anywhere as long
// as its first piece is where a phrase might be. Consolidate: the next piece of a phrase that waits
// is placed. A jump is measured from the nearest piece of the phrase before, and one back to the
// first gap is always allowed; without gaps in the source both are as they were.
#pragma once

#include <algorithm>

#include "search/gapped.hpp"
#include "search/steps.hpp"

namespace dragoman::search {

template <typename C, typename Inner>
class Steps<C, Gapped<Inner>> : public StepScores {
 public:
  using Extra = Gapped<Inner>;
  using Node = Hypothesis<C, typename Extra::State>;

  Steps(const Problem& problem, const Extra& extra) : StepScores(problem), extra_(extra) {}

  const Extra& extra() const { return extra_; }

  Node start() const {
    Node node;
    node.context = problem_.start;
    node.extra = extra_.begin();
    node.total = problem_.future.of(node.coverage);
    return node;
  }

  const Option* last_option(const Node& node) const {
    return node.extra.last == kNone ? nullptr : &problem_.options[node.extra.last];
  }

  static constexpr bool kPieces = true;
  float ahead(const typename Extra::State& state) const { return extra_.open().ahead(state.open); }
  bool finished(const typename Extra::State& state) const { return waiting_pieces(state) == 0; }
  std::size_t waiting_pieces(const typename Extra::State& state) const {
    return extra_.open().pieces(state.open);
  }

  /// Hypothesis::option for the next piece of the `slot`th phrase that waits.
  static constexpr std::uint32_t kSlot = 28;
  static_assert(kMaxPending < 16);
  static std::size_t slot_of(std::uint32_t label) { return label >> kSlot; }
  static std::uint32_t option_of(std::uint32_t label) {
    return label & ((std::uint32_t{1} << kSlot) - 1);
  }

  /// See Steps::for_each_place().
  template <typename F>
  void for_each_place(const C& coverage, F&& f) const {
    const std::size_t length = problem_.length(), gap = coverage.first_gap;
    const int limit = problem_.settings.distortion_limit;
    const std::size_t reach =
        limit < 0 ? length : std::min(length, gap + static_cast<std::size_t>(limit));
    const std::size_t wall = problem_.next_wall[gap];
    for (std::size_t begin = gap; begin < length && (begin == gap || begin < reach);) {
      const std::size_t gap_end = std::min(coverage.next_covered(begin, length), length);
      std::size_t end = begin == gap ? gap_end : std::min({gap_end, reach, wall});
      end = std::min(end, begin + problem_.options.max_length());
      for (std::size_t last = begin + 1; last <= end; ++last) {
        const auto options = problem_.options.of(begin, last - begin);
        const Shape shape{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last)};
        if (!options.empty() && extra_.allows(coverage, shape, problem_)) f(shape, options);
      }
      for (const Place& place : problem_.options.places(begin)) {
        const Shape& shape = place.shape;
        const auto first_end = begin + static_cast<std::size_t>(std::countr_one(shape.mask));
        if ((begin != gap && first_end > reach) || shape.overlaps(coverage)) continue;
        if (wall < length) {
          const std::size_t open = after(coverage, shape).first_gap;
          if (open < shape.end && shape.end > problem_.next_wall[open]) continue;
        }
        if (extra_.allows(coverage, shape, problem_)) f(shape, problem_.options.of(place));
      }
      ++begin;
      if (begin == gap_end && begin < length) begin = coverage.next_gap(begin);
    }
  }

  C after(const C& coverage, const Shape& shape) const { return shape.added_to(coverage); }

  bool within_limit(const C& coverage, const Option* last, const Shape& shape) const {
    const int limit = problem_.settings.distortion_limit;
    if (limit < 0 || shape.begin == coverage.first_gap) return true;
    if (last == nullptr) return static_cast<int>(shape.begin) <= limit;
    bool near = false;
    problem_.options.shape(*last).for_each_piece([&](std::uint32_t, std::uint32_t end) {
      near = near || std::abs(static_cast<int>(end) - static_cast<int>(shape.begin)) <= limit;
    });
    return near;
  }

  /// Calls f(fresh, option, complete) for every hypothesis that comes from the one numbered
  /// `number` by placing a piece; the language models have not scored it yet.
  template <typename F>
  void for_each_piece(const Node& node, std::uint32_t number, F&& f) const {
    const OpenPhrases& open = extra_.open();
    const bool all = node.coverage.first_gap == problem_.length();
    const std::size_t slots = open.waiting(node.extra.open);
    for (std::size_t slot = 0; slot < slots; ++slot) {
      if (!open.may_place(node.extra.open, slot)) continue;
      const std::uint32_t piece = open.of(node.extra.open)[slot].next;
      const Option& option = problem_.options[piece];
      Node fresh;
      const float extra = extra_.later(
          node.extra, Step<C>{node.coverage, last_option(node), option, all}, slot, fresh.extra);
      if (extra == kForbidden) continue;
      fresh.coverage = node.coverage;
      fresh.previous = number;
      fresh.option = piece | static_cast<std::uint32_t>(slot) << kSlot;
      fresh.identity = node.identity;
      fresh.score = node.score + extra;
      f(fresh, option, all && finished(fresh.extra));
    }
  }

 private:
  const Extra& extra_;
};

}  // namespace dragoman::search
