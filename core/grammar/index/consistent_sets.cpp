#include "grammar/index/consistent_sets.hpp"

namespace dragoman::grammar {
namespace {

/// Whether an ascending list of few positions has this one.
bool has(std::span<const std::uint32_t> positions, std::uint32_t position) {
  if (positions.back() - positions.front() + 1 == positions.size()) {
    return position >= positions.front() && position <= positions.back();
  }
  return std::ranges::find(positions, position) != positions.end();
}

}  // namespace

bool ConsistentSets::project(std::span<const std::uint32_t> positions) {
  const std::uint32_t line = from_.line[positions.front()];
  const std::uint32_t from_begin = from_.begin[line], to_begin = to_.begin[line];
  anchors_.clear();
  bool stretch_linked = true;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i == 0 || positions[i] != positions[i - 1] + 1) {
      if (!stretch_linked) return false;
      stretch_linked = false;
    }
    for (const std::uint16_t link : from_.links_of(positions[i])) {
      stretch_linked = true;
      if (!add_anchor(to_begin + link, from_begin, positions)) return false;
    }
  }
  return stretch_linked;
}

/// Keeps the anchors in order; false if one more, or this one, makes all sets inconsistent.
bool ConsistentSets::add_anchor(std::uint32_t anchor, std::uint32_t from_begin,
                                std::span<const std::uint32_t> positions) {
  auto place = anchors_.end();
  while (place != anchors_.begin() && *(place - 1) >= anchor) --place;
  if (place != anchors_.end() && *place == anchor) return true;
  for (const std::uint16_t link : to_.links_of(anchor)) {
    if (!has(positions, from_begin + link)) return false;
  }
  anchors_.insert(place, anchor);
  return anchors_.size() <= limits_.most_words() &&
         anchors_.back() - anchors_.front() < limits_.most_span();
}

}  // namespace dragoman::grammar
