// The operations of a plan after what was generated before it: those that generate, and between
// them those that move over the source (Durrani et al. 2011, algorithm 1).
//
// A gap is left where words are jumped over. A jump back names its gap by its number, counted from
// the right; it leads to the gap's first word. A jump forward leads behind the rightmost word that
// was generated.
#pragma once

#include <cstdint>
#include <span>

#include "osm/plan.hpp"

namespace dragoman::osm {

enum class Move : std::uint8_t { kGap, kForward, kBack };

/// Where the generation of the source stands.
struct Place {
  std::uint32_t next = 0;      ///< the word after the one generated last
  std::uint32_t furthest = 0;  ///< the word after the rightmost one generated
};

/// Calls move(Move, number of the gap) and unit(step) for each operation in order. `pieces`: where
/// the source pieces of the plan begin. generated(word) says whether a word was generated, and
/// mark(begin, end) notes words that are from now on.
template <typename Generated, typename Mark, typename OnMove, typename OnUnit>
void walk(const Plan& plan, std::span<const std::uint32_t> pieces, Place& place,
          Generated&& generated, Mark&& mark, OnMove&& move, OnUnit&& unit) {
  const auto go_back = [&](std::uint32_t to) {
    std::uint32_t gap = to, number = 1;
    while (gap > 0 && !generated(gap - 1)) --gap;
    for (std::uint32_t word = to + 1; word < place.furthest; ++word) {
      if (!generated(word) && generated(word - 1)) ++number;
    }
    move(Move::kBack, number);
    place.next = gap;
  };
  const auto go = [&](std::uint32_t to) {
    if (place.next < to) {
      if (!generated(place.next)) move(Move::kGap, 0U);
      if (place.next == place.furthest) {
        place.next = to;
        return;
      }
      move(Move::kForward, 0U);
      place.next = place.furthest;
    }
    if (to < place.next) {
      if (place.next < place.furthest && !generated(place.next)) move(Move::kGap, 0U);
      go_back(to);
    }
    if (place.next < to) {
      move(Move::kGap, 0U);
      place.next = to;
    }
  };
  for (const PlanStep& step : plan.steps) {
    if (step.begin == step.end) {
      unit(step);
      continue;
    }
    const std::uint32_t first = pieces[step.piece] + step.begin;
    const std::uint32_t last = pieces[step.piece] + step.end;
    if (first != place.next) go(first);
    unit(step);
    mark(first, last);
    place.next = last;
    if (place.furthest < last) place.furthest = last;
  }
}

}  // namespace dragoman::osm
