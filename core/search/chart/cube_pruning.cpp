#include "search/chart/cube_pruning.hpp"

#include <algorithm>

namespace dragoman::search::chart {

void sort_items(const ChartItems& items, std::vector<ItemId>& ids) {
  std::ranges::sort(ids, [&](ItemId a, ItemId b) {
    const float left = items[a].score, right = items[b].score;
    return left != right ? left > right : a < b;
  });
}

CubePruning::Work CubePruning::run(std::span<const Cube> cubes, const EdgePlace& place,
                                   const Limit& limit, bool keep_all, std::vector<ItemId>& found) {
  cubes_ = cubes;
  place_ = place;
  candidates_.clear();
  states_.clear();
  heap_.clear();
  recombination_.begin(place, keep_all);
  for (std::uint32_t c = 0; c < cubes.size(); ++c) candidates_.push_back({0, {}, c, 0, {}});
  score_from(0);
  Work work;
  const float least = heap_.empty() ? 0 : heap_.front().score - limit.below;
  std::size_t refused = 0;
  while (!heap_.empty() && work.taken < limit.edges && heap_.front().score >= least &&
         refused / kMostRefused <= limit.edges) {
    std::ranges::pop_heap(heap_, Worse());
    const std::uint32_t best = heap_.back().number;
    heap_.pop_back();
    const Candidate& taken = candidates_[best];
    if (taken.state.refused()) {
      ++refused;
    } else {
      recombination_.add({taken.score, rule(taken), tails(taken), kNoEdge, cubes_[taken.cube].path},
                         std::span(states_).subspan(best * models_, models_), taken.state, found);
      ++work.taken;
    }
    const std::size_t first = candidates_.size();
    add_neighbours(best);
    score_from(first);
  }
  work.scored = candidates_.size();
  return work;
}

void CubePruning::add_corners(std::vector<float>& scores) const {
  for (std::size_t c = 0; c < cubes_.size(); ++c) scores.push_back(candidates_[c].score);
}

Tails CubePruning::tails(const Candidate& candidate) const {
  const Cube& cube = cubes_[candidate.cube];
  Tails tails = kNoTails;
  for (std::size_t k = 0; k < cube.arity; ++k) tails[k] = cube.tails[k]->items[candidate.ranks[k]];
  return tails;
}

void CubePruning::score_from(std::size_t first) {
  if (scores_.asks()) {
    for (std::size_t i = first; i < candidates_.size(); ++i) {
      scores_.expect(rule(candidates_[i]), tails(candidates_[i]), place_);
    }
    scores_.settle();
  }
  states_.resize(candidates_.size() * models_);
  for (std::size_t i = first; i < candidates_.size(); ++i) {
    Candidate& candidate = candidates_[i];
    candidate.score =
        cubes_[candidate.cube].score + scores_.score(rule(candidate), tails(candidate), place_,
                                                     states_.data() + i * models_, candidate.state);
    heap_.push_back({candidate.score, static_cast<std::uint32_t>(i)});
    std::ranges::push_heap(heap_, Worse());
  }
}

void CubePruning::add_neighbours(std::uint32_t number) {
  const Candidate candidate = candidates_[number];
  const Cube& cube = cubes_[candidate.cube];
  // From the last side to the first, as long as the candidate is the first of the sides behind.
  for (std::size_t k = cube.arity; k-- > 0;) {
    if (candidate.ranks[k] + 1 < cube.tails[k]->items.size()) {
      candidates_.push_back(candidate);
      ++candidates_.back().ranks[k];
    }
    if (candidate.ranks[k] > 0) return;
  }
  if (candidate.rule + 1 < cube.rules.size()) {
    candidates_.push_back(candidate);
    ++candidates_.back().rule;
  }
}

}  // namespace dragoman::search::chart
