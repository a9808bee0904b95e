#include "search/chart/cube_pruning.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::search {

std::uint64_t CubePruning::Candidate::hash() const {
  std::uint64_t seed = mix64(static_cast<std::uint64_t>(cube) << 32 | rule);
  for (const std::uint32_t rank : ranks) seed = mix64(seed + rank + 1);
  return seed;
}

SpanSearch::Work CubePruning::run(std::span<const Cube> cubes, const EdgePlace& place,
                                  std::size_t limit, bool keep_all, std::vector<ItemId>& found) {
  cubes_ = cubes;
  place_ = place;
  candidates_.clear();
  states_.clear();
  heap_.clear();
  seen_.clear(kFirstSlots);
  recombination_.begin(place, keep_all);
  for (std::uint32_t c = 0; c < cubes.size(); ++c) add({0, 0, c, 0, {}});
  score_from(0);
  Work work;
  while (!heap_.empty() && work.taken < limit) {
    const auto worse = [this](std::uint32_t a, std::uint32_t b) { return this->worse(a, b); };
    std::pop_heap(heap_.begin(), heap_.end(), worse);
    const std::uint32_t best = heap_.back();
    heap_.pop_back();
    const Candidate& taken = candidates_[best];
    recombination_.add({taken.score, rule(taken), tails(taken), kNoEdge, cubes_[taken.cube].path},
                       std::span(states_).subspan(best * models_, models_), taken.custom, found);
    ++work.taken;
    const std::size_t first = candidates_.size();
    add_neighbours(best);
    score_from(first);
  }
  work.scored = candidates_.size();
  return work;
}

Tails CubePruning::tails(const Candidate& candidate) const {
  const Cube& cube = cubes_[candidate.cube];
  Tails tails = kNoTails;
  for (std::size_t k = 0; k < cube.arity; ++k) tails[k] = cube.tails[k]->items[candidate.ranks[k]];
  return tails;
}

bool CubePruning::worse(std::uint32_t a, std::uint32_t b) const {
  const float left = candidates_[a].score, right = candidates_[b].score;
  return left != right ? left < right : a > b;
}

void CubePruning::score_from(std::size_t first) {
  for (std::size_t i = first; i < candidates_.size(); ++i) {
    scores_.expect(rule(candidates_[i]), tails(candidates_[i]), place_);
  }
  scores_.settle();
  states_.resize(candidates_.size() * models_);
  for (std::size_t i = first; i < candidates_.size(); ++i) {
    Candidate& candidate = candidates_[i];
    candidate.score = cubes_[candidate.cube].score +
                      scores_.score(rule(candidate), tails(candidate), place_,
                                    states_.data() + i * models_, candidate.custom);
    heap_.push_back(static_cast<std::uint32_t>(i));
    std::push_heap(heap_.begin(), heap_.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return worse(a, b); });
  }
}

void CubePruning::add_neighbours(std::uint32_t number) {
  const Candidate candidate = candidates_[number];
  const Cube& cube = cubes_[candidate.cube];
  if (candidate.rule + 1 < cube.rules.size()) {
    Candidate next = candidate;
    ++next.rule;
    add(next);
  }
  for (std::size_t k = 0; k < cube.arity; ++k) {
    if (candidate.ranks[k] + 1 == cube.tails[k]->items.size()) continue;
    Candidate next = candidate;
    ++next.ranks[k];
    add(next);
  }
}

void CubePruning::add(const Candidate& candidate) {
  const auto number = static_cast<std::uint32_t>(candidates_.size());
  if (cubes_[candidate.cube].arity > 0) {  // else there is one way to each rule
    std::uint32_t& known = seen_.insert(
        candidate.hash(),
        [&](std::uint32_t other) { return candidates_[other].same_place(candidate); },
        [&](std::uint32_t other) { return candidates_[other].hash(); });
    if (!is_free(known)) return;
    known = number;
  }
  candidates_.push_back(candidate);
}

}  // namespace dragoman::search
