// The names of operations, which are the words of their language model. A unit is its source words,
// an arrow and its target words (`geht_los→starts`); all other names are in brackets and have no
// arrow, so that none is that of a unit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "osm/plan.hpp"
#include "osm/walk.hpp"

namespace dragoman::osm {

inline constexpr std::string_view kArrow = "\u2192", kJoint = "_";
inline constexpr std::string_view kMoreName = "[more]";

inline std::string name_of(Move move, std::uint32_t gap) {
  switch (move) {
    case Move::kGap:
      return "[gap]";
    case Move::kForward:
      return "[forward]";
    case Move::kBack:
      break;
  }
  return "[back:" + std::to_string(gap) + "]";
}

/// Writes the name of a unit; source(i) and target(i) are the names of words of a phrase pair.
template <typename Source, typename Target>
void name_unit(const Unit& unit, Source&& source, Target&& target, std::string& name) {
  const auto add = [&](std::span<const std::uint32_t> words, auto&& name_of_word) {
    bool first = true;
    for (const std::uint32_t word : words) {
      if (!first) name += kJoint;
      name += name_of_word(word);
      first = false;
    }
  };
  name.clear();
  add(unit.source, source);
  name += kArrow;
  add(unit.target, target);
}

}  // namespace dragoman::osm
