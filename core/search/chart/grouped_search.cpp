#include "search/chart/grouped_search.hpp"

#include <algorithm>

namespace dragoman::search {

void GroupedSearch::finish(Cell& cell) {
  sort_items(items_, cell.items);
  if (!cell.items.empty()) cell.tree = trees_.add(cell.items);
}

SpanSearch::Work GroupedSearch::run(std::span<const Cube> cubes, const EdgePlace& place,
                                    const Limit& limit, bool keep_all, std::vector<ItemId>& found) {
  place_ = place;
  partials_.clear();
  heap_.clear();
  states_.clear();
  scored_ = 0;
  recombination_.begin(place, keep_all);
  for (const Cube& cube : cubes) {
    Partial first{};
    first.cube = &cube;
    first.rule = cube.rules.first;
    first.arity = static_cast<std::uint8_t>(cube.arity);
    for (std::size_t k = 0; k < cube.arity; ++k) first.groups[k] = {cube.tails[k]->tree, 0};
    push_fresh(first);
  }
  Work work;
  float least = -std::numeric_limits<float>::infinity();
  while (!heap_.empty() && work.taken < limit.edges && heap_.front().score >= least) {
    Partial best = pop();
    if (!pursue(best)) {
      push(best);
      continue;
    }
    const ChartEdge edge{best.score, best.rule, tails(best), kNoEdge, best.cube->path};
    recombination_.add(edge, std::span(states_).subspan(best.made * models_, models_), best.custom,
                       found);
    if (work.taken++ == 0) least = best.score - limit.below;
  }
  work.scored = scored_;
  return work;
}

void GroupedSearch::push_fresh(Partial partial) {
  partial.fresh = true;
  partial.score = rules_[partial.rule].estimate + place_.cohesion + partial.cube->score +
                  (place_.whole ? joints_.end() : 0);
  for (std::size_t k = 0; k < partial.arity; ++k) {
    partial.score += trees_.bound(partial.groups[k].node);
  }
  push(partial);
}

void GroupedSearch::push(const Partial& partial) {
  heap_.push_back({partial.score, static_cast<std::uint32_t>(partials_.size())});
  partials_.push_back(partial);
  std::ranges::push_heap(heap_, Worse());
}

GroupedSearch::Partial GroupedSearch::pop() {
  std::ranges::pop_heap(heap_, Worse());
  const std::uint32_t number = heap_.back().number;
  heap_.pop_back();
  return partials_[number];
}

PartialTails GroupedSearch::known(const Partial& partial) const {
  PartialTails known{};
  for (std::size_t k = 0; k < partial.arity; ++k) {
    const BoundaryTrees::Node& node = trees_[partial.groups[k].node];
    known[k] = {trees_.best(partial.groups[k].node), node.left, node.right};
  }
  return known;
}

void GroupedSearch::score(Partial& partial, std::size_t tail) {
  ++scored_;
  partial.complete = true;
  float best = 0;
  for (std::size_t k = 0; k < partial.arity; ++k) {
    const Group& group = partial.groups[k];
    const BoundaryTrees::Node& node = trees_[group.node];
    best += trees_.bound(group.gone == 0 ? group.node : node.first_child + group.gone);
    partial.complete = partial.complete && node.single();
  }
  if (!partial.complete) {
    if (tail == kMaxTails) {
      partial.joints = joints_.all(rules_[partial.rule], known(partial), place_.whole);
    } else {
      joints_.learn(rules_[partial.rule], known(partial), tail, place_.whole, partial.joints);
    }
    partial.score = partial.cube->score + rules_[partial.rule].estimate + place_.cohesion + best +
                    (place_.whole ? joints_.end() : 0);
    for (const float joint : partial.joints) partial.score += joint;
    return;
  }
  partial.made = static_cast<std::uint32_t>(states_.size() / std::max<std::size_t>(models_, 1));
  states_.resize(states_.size() + models_);
  partial.score = partial.cube->score + scores_.score(partial.rule, tails(partial), place_,
                                                      states_.data() + states_.size() - models_,
                                                      partial.custom);
}

GroupedSearch::Partial GroupedSearch::divide(const Partial& partial) {
  std::size_t place = kMaxTails;
  for (std::size_t k = 0; k < partial.arity; ++k) {
    const BoundaryTrees::Node& node = trees_[partial.groups[k].node];
    if (node.single()) continue;
    if (place == kMaxTails || node.known() < trees_[partial.groups[place].node].known()) place = k;
  }
  const Group group = partial.groups[place];
  const auto [first, last] = trees_.children(group.node);
  const BoundaryTrees::NodeId child = first + group.gone;
  if (child + 1 < last) {
    Partial others = partial;
    ++others.groups[place].gone;
    others.score += trees_.bound(child + 1) - trees_.bound(child);
    push(others);
  }
  Partial one = partial;
  one.groups[place] = {child, 0};
  score(one, place);
  return one;
}

bool GroupedSearch::pursue(Partial& partial) {
  while (!partial.complete) {
    if (partial.fresh) {
      if (partial.rule + 1 < partial.cube->rules.last) {
        Partial next = partial;
        ++next.rule;
        push_fresh(next);
      }
      partial.fresh = false;
      score(partial, kMaxTails);
    } else {
      partial = divide(partial);
    }
    if (!heap_.empty() && heap_.front().score > partial.score) return false;
  }
  return true;
}

Tails GroupedSearch::tails(const Partial& partial) const {
  Tails tails = kNoTails;
  for (std::size_t k = 0; k < partial.arity; ++k) tails[k] = trees_.best(partial.groups[k].node);
  return tails;
}

}  // namespace dragoman::search
