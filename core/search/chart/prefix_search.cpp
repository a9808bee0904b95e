#include "search/chart/prefix_search.hpp"

#include <algorithm>

#include "search/chart/glue_cubes.hpp"

namespace dragoman::search::chart {

void PrefixSearch::complete(Cell& cell, std::span<const Cube> cubes) {
  gluing_ = false;
  Begun& begun = begun_[&cell];
  begun.clear();  // a cell without items at the same address may have been dropped
  fill(cell, cubes, begun);
  // As in the usual search, items made by n unary rules are kept apart from those made by n + 1.
  Cell below = cell;
  Begun begun_below = begun;
  for (std::size_t n = 0; n < limits_.unary && !limits_.unary_rules.empty(); ++n) {
    Cell above{cell.begin, cell.end, {}};
    Begun begun_above;
    const Cube cube{limits_.unary_rules, 1, {&below, nullptr}};
    begun_[&below] = std::move(begun_below);
    fill(above, {&cube, 1}, begun_above);
    cell.items.insert(cell.items.end(), above.items.begin(), above.items.end());
    for (const auto& [states, items] : begun_above) {
      Items& all = begun_[&cell][states];
      all.insert(all.end(), items.begin(), items.end());
      sort_items(parts_.items, all);
    }
    below = std::move(above);
    begun_below = std::move(begun_above);
  }
  begun_.erase(&below);
  if (!limits_.unary_rules.empty()) sort_items(parts_.items, cell.items);
}

void PrefixSearch::fill(Cell& cell, std::span<const Cube> cubes, Begun& begun) {
  std::vector<Cube> usual(cubes.begin(), cubes.end());
  for (Cube& cube : usual) cube.rules = parts_.rules.best_of(cube.rules);
  parts_.usual.complete(cell, usual);
  search(cubes, parts_.scores.span(cell.begin, cell.end), begun);
}

ItemId PrefixSearch::glue(const RuleMatcher& matcher, std::size_t length) {
  gluing_ = true;
  GlueCubes cubes(matcher, length);
  std::vector<Cell> parts(length + 1);
  for (std::uint32_t end = 1; end <= length; ++end) {
    Begun& found = begun_[&parts[end]];
    search(cubes.ending(end), {0, end, end == length}, found);
    if (end == length) return found.empty() ? kNoItem : found.begin()->second.front();
    if (!found.empty()) cubes.extend(parts[end], end);
  }
  return kNoItem;
}

void PrefixSearch::search(std::span<const Cube> cubes, const EdgePlace& place, Begun& found) {
  cubes_ = cubes;
  place_ = place;
  candidates_.clear();
  for (std::uint32_t c = 0; c < cubes.size(); ++c) {
    for (const std::uint32_t rule : beginning(cubes[c].rules)) {
      match({{0, c, rule}, parts_.rules.target(parts_.rules[rule])}, 0);
    }
  }
  for (auto& [states, heap] : candidates_) take_best(heap, found[states]);
}

const std::vector<std::uint32_t>& PrefixSearch::beginning(const RuleRange& range) {
  const auto [entry, added] = beginning_.try_emplace(range.first);
  if (!added) return entry->second;
  for (std::uint32_t rule = range.first; rule < range.last; ++rule) {
    const auto target = parts_.rules.target(parts_.rules[rule]);
    const auto tail = std::ranges::find_if(target, [](Symbol symbol) { return symbol < 0; });
    const auto words = target.first(static_cast<std::size_t>(tail - target.begin()));
    if (words.empty() || parts_.typed.has(words)) entry->second.push_back(rule);
  }
  return entry->second;
}

const std::vector<std::uint32_t>& PrefixSearch::places(WordId word) {
  const auto [entry, added] = places_.try_emplace(word);
  for (std::uint32_t place = 0; added && place < end_; ++place) {
    if (parts_.typed.stands(place, word)) entry->second.push_back(place);
  }
  return entry->second;
}

void PrefixSearch::match(const Match& read, std::size_t next) {
  if (next == read.target.size()) {
    const bool fits = !gluing_ || (place_.whole ? read.states == Extent{0, end_}
                                                : read.states.empty() || read.states.from == 0);
    if (!fits) return;
    Candidate made = read.made;
    made.estimate = estimate(made);
    candidates_[read.states].push_back(made);
    return;
  }
  const Symbol symbol = read.target[next];
  if (symbol < 0) {
    return match_tail(read, next, static_cast<std::size_t>(kFirstNonTerminal - symbol));
  }
  const auto word = static_cast<WordId>(symbol);
  Match longer = read;
  if (read.states.empty()) {
    for (const std::uint32_t place : places(word)) {
      longer.states = {place, place + 1};
      match(longer, next + 1);
    }
    return;
  }
  if (read.states.to < end_) {
    if (!parts_.typed.stands(read.states.to, word)) return;
    ++longer.states.to;
  }
  match(longer, next + 1);
}

void PrefixSearch::match_tail(const Match& read, std::size_t next, std::size_t tail) {
  const Cell* cell = cubes_[read.made.cube].tails[tail];
  const auto take = [&](const Items& items, const Extent& states) {
    if (items.empty()) return;
    Match longer = read;
    longer.made.lists[tail] = &items;
    longer.states = states;
    match(longer, next + 1);
  };
  if (!read.states.empty() && read.states.to == end_) return take(cell->items, read.states);
  for (const auto& [states, items] : begun_[cell]) {
    if (read.states.empty()) {
      take(items, states);
    } else if (states.empty()) {
      take(items, read.states);
    } else if (states.from == read.states.to) {
      take(items, {read.states.from, states.to});
    }
  }
}

float PrefixSearch::estimate(const Candidate& candidate) const {
  float total = cubes_[candidate.cube].score + parts_.rules[candidate.rule].estimate;
  for (std::size_t k = 0; k < cubes_[candidate.cube].arity; ++k) {
    total += parts_.items[(*candidate.lists[k])[candidate.ranks[k]]].score;
  }
  return total;
}

void PrefixSearch::take_best(std::vector<Candidate>& heap, Items& found) {
  std::ranges::make_heap(heap, Worse());
  recombination_.begin(place_, limits_.keep_all);
  std::size_t taken = 0;
  for (; taken < limits_.pops && !heap.empty(); ++taken) {
    std::ranges::pop_heap(heap, Worse());
    const Candidate best = heap.back();
    heap.pop_back();
    const Cube& cube = cubes_[best.cube];
    Tails tails = kNoTails;
    for (std::size_t k = 0; k < cube.arity; ++k) tails[k] = (*best.lists[k])[best.ranks[k]];
    ItemState state;
    const float score =
        cube.score + parts_.scores.score(best.rule, tails, place_, states_.data(), state);
    if (!state.refused()) {
      recombination_.add({score, best.rule, tails, kNoEdge, cube.path}, states_, state, found);
    }
    // Every place of the grid is reached once: from the last side to the first.
    for (std::size_t k = cube.arity; k-- > 0;) {
      if (best.ranks[k] + 1 < best.lists[k]->size()) {
        Candidate neighbour = best;
        ++neighbour.ranks[k];
        neighbour.estimate = estimate(neighbour);
        heap.push_back(neighbour);
        std::ranges::push_heap(heap, Worse());
      }
      if (best.ranks[k] > 0) break;
    }
  }
  parts_.budget.spend(taken, taken);
  sort_items(parts_.items, found);
}

}  // namespace dragoman::search::chart
