#include "search/chart/forced_search.hpp"

#include <algorithm>

#include "search/chart/glue_cubes.hpp"

namespace dragoman::search::chart {

void ForcedSearch::complete(Cell& cell, std::span<const Cube> cubes) {
  gluing_ = false;
  search(cubes, scores_.span(cell.begin, cell.end), cell.items);
  if (!limits_.unary_rules.empty()) apply_unary_rules(cell);
}

void ForcedSearch::apply_unary_rules(Cell& cell) {
  Cell below{cell.begin, cell.end, cell.items};
  for (std::size_t n = 0; n < limits_.unary && !below.items.empty(); ++n) {
    Cell above{cell.begin, cell.end, {}};
    const Cube cube{limits_.unary_rules, 1, {&below, nullptr}};
    search({&cube, 1}, scores_.span(cell.begin, cell.end), above.items);
    cell.items.insert(cell.items.end(), above.items.begin(), above.items.end());
    below.items = std::move(above.items);
  }
  sort(cell.items);
}

void ForcedSearch::search(std::span<const Cube> cubes, const EdgePlace& place,
                          std::vector<ItemId>& found) {
  place_ = place;
  found_ = &found;
  made_.clear();
  for (const Cube& cube : cubes) {
    for (std::uint32_t rule = cube.rules.first; rule < cube.rules.last; ++rule) {
      match({cube, rule, rules_.target(rules_[rule])}, 0);
    }
  }
  sort(found);
}

void ForcedSearch::match(const Match& partial, std::size_t next) {
  if (next == partial.target.size()) return add_edge(partial);
  const Symbol symbol = partial.target[next];
  if (symbol < 0) return match_tail(partial, next, static_cast<std::size_t>(-2 - symbol));
  const auto word = static_cast<WordId>(symbol);
  if (!partial.words.empty()) {
    if (!text_.has(word, partial.words.to)) return;
    Match longer = partial;
    ++longer.words.to;
    return match(longer, next + 1);
  }
  for (const std::uint32_t place : text_.places(word)) {
    Match longer = partial;
    longer.words = {place, place + 1};
    match(longer, next + 1);
  }
}

void ForcedSearch::match_tail(const Match& partial, std::size_t next, std::size_t tail) {
  const std::vector<ItemId>& items = partial.cube.tails[tail]->items;
  const auto from = [this](ItemId id) { return extents_[id].from; };
  const auto place = [&](auto first, auto last) {
    for (auto at = first; at != last; ++at) {
      Match longer = partial;
      longer.tails[tail] = *at;
      const Extent& words = extents_[*at];
      if (longer.words.empty()) {
        longer.words = words;
      } else if (!words.empty()) {
        longer.words.to = words.to;
      }
      match(longer, next + 1);
    }
  };
  if (partial.words.empty()) return place(items.begin(), items.end());
  for (const std::uint32_t start : {partial.words.to, Extent::kAnywhere}) {
    const auto fitting = std::ranges::equal_range(items, start, {}, from);
    place(fitting.begin(), fitting.end());
  }
}

void ForcedSearch::add_edge(const Match& match) {
  if (gluing_ && !(place_.whole ? text_.is_whole(match.words) : text_.begins(match.words))) return;
  ++work_;
  ItemState state;
  const float score =
      match.cube.score + scores_.score(match.rule, match.tails, place_, states_.data(), state);
  if (state.refused()) return;
  const ChartEdge edge{score, match.rule, match.tails, kNoEdge, match.cube.path};
  // Nothing follows the whole: all its items are one.
  const Extent words = place_.whole ? Extent() : match.words;
  for (const ItemId known : made_[words]) {
    if (items_[known].state == state && std::ranges::equal(items_.states(known), states_)) {
      items_.add_edge(known, edge, limits_.keep_all);
      return;
    }
  }
  ChartItem item{};
  item.begin = place_.begin;
  item.end = place_.end;
  item.state = state;
  const ItemId id = items_.add(item, edge, states_);
  extents_.push_back(words);
  made_[words].push_back(id);
  found_->push_back(id);
}

void ForcedSearch::sort(std::vector<ItemId>& items) const {
  std::ranges::sort(items, [&](ItemId a, ItemId b) {
    return extents_[a] != extents_[b] ? extents_[a] < extents_[b] : a < b;
  });
}

ItemId ForcedSearch::glue(const RuleMatcher& matcher, std::size_t length, Reached& reached) {
  gluing_ = true;
  GlueCubes cubes(matcher, length);
  std::vector<Cell> prefixes(length + 1);
  reached = {};
  for (std::uint32_t end = 1; end <= length; ++end) {
    Cell& prefix = prefixes[end];
    prefix.end = end;
    search(cubes.ending(end), {0, end, end == length}, prefix.items);
    if (prefix.items.empty()) continue;
    if (end == length) {
      reached = {};
      return prefix.items.front();
    }
    reached = {end, 0};
    for (const ItemId id : prefix.items) {
      if (extents_[id].empty()) continue;
      reached.target = std::max<std::size_t>(reached.target, extents_[id].to - extents_[id].from);
    }
    cubes.extend(prefix, end);
  }
  return kNoItem;
}

}  // namespace dragoman::search::chart
