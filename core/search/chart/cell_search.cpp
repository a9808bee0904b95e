#include "search/chart/cell_search.hpp"

#include <algorithm>

#include "search/chart/glue_cubes.hpp"

namespace dragoman::search {

void CellSearch::search(std::span<const Cube> cubes, const EdgePlace& place,
                        std::vector<ItemId>& found) {
  const std::size_t limit = effort_.allow(limits_.pops, std::max<std::size_t>(stages_, 1));
  const auto work = spans_.run(cubes, place, limit, limits_.keep_all, found);
  effort_.spend(work.scored, work.taken);
  if (stages_ > 0) --stages_;
}

void CellSearch::complete(Cell& cell, std::span<const Cube> cubes) {
  search(cubes, scores_.span(cell.begin, cell.end), cell.items);
  spans_.finish(cell);
  if (!unary_.empty()) apply_unary_rules(cell);
}

void CellSearch::apply_unary_rules(Cell& cell) {
  // Items made by n unary rules are kept apart from those made by n + 1, so there are no cycles.
  Cell below = cell;
  for (std::size_t n = 0; n < limits_.unary && !below.items.empty(); ++n) {
    Cell above{cell.begin, cell.end, {}};
    const Cube cube{unary_, 1, {&below, nullptr}};
    search({&cube, 1}, scores_.span(cell.begin, cell.end), above.items);
    spans_.finish(above);
    cell.items.insert(cell.items.end(), above.items.begin(), above.items.end());
    below = std::move(above);
  }
  spans_.finish(cell);
}

ItemId CellSearch::glue(const RuleMatcher& matcher) {
  const auto length = static_cast<std::uint32_t>(limits_.words);
  GlueCubes cubes(matcher, length);
  std::vector<Cell> prefixes(length + 1);
  stages_ = length;
  for (std::uint32_t end = 1; end <= length; ++end) {
    Cell& prefix = prefixes[end];
    prefix.end = end;
    search(cubes.ending(end), {0, end, end == length}, prefix.items);
    spans_.finish(prefix);
    if (end < length && !prefix.items.empty()) cubes.extend(prefix, end);
  }
  return prefixes[length].items.empty() ? kNoItem : prefixes[length].items.front();
}

}  // namespace dragoman::search
