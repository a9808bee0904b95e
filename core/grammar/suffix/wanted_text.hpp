// The sentences or lattices whose rules are looked up.
//
// Words lead from a place to a later one. In sentences word i leads from place i to i + 1. In a
// lattice several words may leave a place; words are sorted by the places that they leave, over all
// lattices, so that places of different lattices differ.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "common/types.hpp"

namespace dragoman::grammar {

struct WantedText {
  std::span<const WordId> words;  ///< each sentence or lattice is closed by kLineEnd
  /// Of lattices: where each word begins and ends; kLineEnd begins at the last place of its
  /// lattice.
  std::span<const std::array<std::uint32_t, 2>> places = {};

  std::uint32_t begin(std::uint32_t word) const { return places.empty() ? word : places[word][0]; }
  std::uint32_t end(std::uint32_t word) const {
    return places.empty() ? word + 1 : places[word][1];
  }
  /// The first word that begins at a place or after it.
  std::uint32_t first_from(std::uint32_t place) const {
    if (places.empty()) return place;
    const auto found =
        std::ranges::lower_bound(places, place, {}, [](const auto& of_word) { return of_word[0]; });
    return static_cast<std::uint32_t>(found - places.begin());
  }
};

}  // namespace dragoman::grammar
