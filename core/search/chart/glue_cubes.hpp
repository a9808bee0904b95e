// The ways to put a translation together from left to right: S -> X for the cells that begin the
// sentence, and S -> S X for a part of it and the cells that follow.
#pragma once

#include <span>
#include <vector>

#include "search/chart/edge_scores.hpp"
#include "search/chart/rule_matcher.hpp"

namespace dragoman::search::chart {

class GlueCubes {
 public:
  /// S -> X is there from the start.
  GlueCubes(const RuleMatcher& matcher, std::size_t length)
      : matcher_(matcher), ending_(length + 1) {
    append(nullptr, 0);
  }

  /// Adds S -> S X for a part that ends where the cells begin. The part must keep its address.
  void extend(const Cell& part, std::uint32_t end) { append(&part, end); }

  /// The cubes of the parts that end at a word, once all shorter parts are there.
  std::span<const Cube> ending(std::uint32_t end) const { return ending_[end]; }

 private:
  void append(const Cell* part, std::uint32_t begin) {
    const std::uint32_t rule = ChartRules::glue(part == nullptr ? 1 : 2);
    for (const Cell* cell : matcher_.beginning(begin)) {
      Cube cube{{rule, rule + 1}, 1, {cell, nullptr}};
      if (part != nullptr) cube = {{rule, rule + 1}, 2, {part, cell}};
      ending_[cell->end].push_back(cube);
    }
  }

  const RuleMatcher& matcher_;
  std::vector<std::vector<Cube>> ending_;
};

/// The translations of a sentence's beginnings, each put together from a shorter one and a cell.
class GluedParts {
 public:
  GluedParts(const RuleMatcher& matcher, std::size_t length)
      : cubes_(matcher, length), parts_(length + 1) {}

  /// Fills all parts from short to long by `fill(part, cubes, place)`.
  template <typename Fill>
  void fill(Fill&& fill) {
    for (std::uint32_t end = 1; end < parts_.size(); ++end) {
      Cell& part = parts_[end];
      part.end = end;
      fill(part, cubes_.ending(end), EdgePlace{0, end, end + 1 == parts_.size()});
      if (end + 1 < parts_.size() && !part.items.empty()) cubes_.extend(part, end);
    }
  }

  const Cell& operator[](std::uint32_t end) const { return parts_[end]; }
  std::span<const Cube> cubes(std::uint32_t end) const { return cubes_.ending(end); }

  /// The best translation of the whole sentence; kNoItem: there is none.
  ItemId goal() const {
    return parts_.back().items.empty() ? kNoItem : parts_.back().items.front();
  }

 private:
  GlueCubes cubes_;
  std::vector<Cell> parts_;
};

}  // namespace dragoman::search::chart
