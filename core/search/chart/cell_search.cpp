#include "search/chart/cell_search.hpp"

#include <algorithm>

#include "search/chart/glue_cubes.hpp"

namespace dragoman::search::chart {

void CellSearch::fill(Cell& cell, std::span<const Cube> cubes, const EdgePlace& place,
                      CubePruning::Limit limit) {
  limit.edges = budget_.allow(limit.edges, std::max<std::size_t>(stages_, 1));
  const auto work = cubes_.run(cubes, place, limit, limits_.keep_all, cell.items);
  budget_.spend(work.scored, work.taken);
  if (stages_ > 0) --stages_;
  cubes_.sort(cell);
}

void CellSearch::complete(Cell& cell, std::span<const Cube> cubes) {
  fill(cell, cubes, scores_.span(cell.begin, cell.end), {limits_.pops});
  apply_unary_rules(cell, {limits_.pops});
}

void CellSearch::apply_unary_rules(Cell& cell, const CubePruning::Limit& limit) {
  if (unary_.empty()) return;
  // Items made by n unary rules are kept apart from those made by n + 1, so there are no cycles.
  Cell below = cell;
  for (std::size_t n = 0; n < limits_.unary && !below.items.empty(); ++n) {
    Cell above{cell.begin, cell.end, {}};
    const Cube cube{unary_, 1, {&below, nullptr}};
    fill(above, {&cube, 1}, scores_.span(cell.begin, cell.end), limit);
    cell.items.insert(cell.items.end(), above.items.begin(), above.items.end());
    below = std::move(above);
  }
  cubes_.sort(cell);
}

ItemId CellSearch::glue(const RuleMatcher& matcher) {
  stages_ = limits_.words;
  GluedParts parts(matcher, limits_.words);
  parts.fill([&](Cell& part, std::span<const Cube> cubes, const EdgePlace& place) {
    fill(part, cubes, place, {limits_.pops});
  });
  return parts.goal();
}

}  // namespace dragoman::search::chart
