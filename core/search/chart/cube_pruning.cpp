#include "search/chart/cube_pruning.hpp"

#include <algorithm>

namespace dragoman::search {
namespace {

constexpr std::size_t kFirstSlots = 64;

std::uint64_t hash_of(std::span<const lm::ChartState> states, std::uint32_t custom) {
  std::uint64_t hash = custom;
  for (const lm::ChartState& state : states) hash = hash_combine(hash, state.hash());
  return hash;
}

/// Doubles a table of numbers when it is half full. `hash(number)` gives a number's hash.
template <typename Hash>
void grow(std::vector<std::uint32_t>& slots, std::size_t used, Hash&& hash) {
  if (used * 2 < slots.size()) return;
  std::vector<std::uint32_t> old(slots.size() * 2, kNoItem);
  old.swap(slots);
  const std::size_t mask = slots.size() - 1;
  for (const std::uint32_t number : old) {
    if (number == kNoItem) continue;
    std::size_t slot = hash(number) & mask;
    while (slots[slot] != kNoItem) slot = (slot + 1) & mask;
    slots[slot] = number;
  }
}

}  // namespace

std::uint64_t CubePruning::Candidate::hash() const {
  std::uint64_t seed = mix64(static_cast<std::uint64_t>(cube) << 32 | rule);
  for (const std::uint32_t rank : ranks) seed = mix64(seed + rank + 1);
  return seed;
}

CubePruning::Work CubePruning::run(std::span<const Cube> cubes, const EdgePlace& place,
                                   std::size_t limit, bool keep_all, std::vector<ItemId>& found) {
  cubes_ = cubes;
  place_ = place;
  candidates_.clear();
  states_.clear();
  heap_.clear();
  seen_.assign(kFirstSlots, kNoItem);
  recombined_.assign(kFirstSlots, kNoItem);
  made_ = 0;
  for (std::uint32_t c = 0; c < cubes.size(); ++c) add({0, 0, c, 0, {}});
  score_from(0);
  Work work;
  while (!heap_.empty() && work.taken < limit) {
    const auto worse = [this](std::uint32_t a, std::uint32_t b) { return this->worse(a, b); };
    std::pop_heap(heap_.begin(), heap_.end(), worse);
    const std::uint32_t best = heap_.back();
    heap_.pop_back();
    take(best, keep_all, found);
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
    candidate.score = scores_.score(rule(candidate), tails(candidate), place_,
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
    const std::size_t mask = seen_.size() - 1;
    std::size_t slot = candidate.hash() & mask;
    for (; seen_[slot] != kNoItem; slot = (slot + 1) & mask) {
      if (candidates_[seen_[slot]].same_place(candidate)) return;
    }
    seen_[slot] = number;
  }
  candidates_.push_back(candidate);
  grow(seen_, candidates_.size(), [&](std::uint32_t n) { return candidates_[n].hash(); });
}

void CubePruning::take(std::uint32_t number, bool keep_all, std::vector<ItemId>& found) {
  const Candidate& candidate = candidates_[number];
  const std::span<const lm::ChartState> states(states_.data() + number * models_, models_);
  const ChartEdge edge{candidate.score, rule(candidate), tails(candidate), kNoEdge};
  const std::size_t mask = recombined_.size() - 1;
  std::size_t slot = hash_of(states, candidate.custom) & mask;
  for (; recombined_[slot] != kNoItem; slot = (slot + 1) & mask) {
    const ItemId known = recombined_[slot];
    if (items_[known].custom == candidate.custom &&
        std::ranges::equal(items_.states(known), states)) {
      items_.add_edge(known, edge, keep_all);
      return;
    }
  }
  ChartItem item{};
  item.begin = place_.begin;
  item.end = place_.end;
  item.custom = candidate.custom;
  found.push_back(items_.add(item, edge, states));
  recombined_[slot] = found.back();
  grow(recombined_, ++made_,
       [&](ItemId id) { return hash_of(items_.states(id), items_[id].custom); });
}

void CubePruning::sort(std::vector<ItemId>& items) const {
  std::ranges::sort(items, [&](ItemId a, ItemId b) {
    const float left = items_[a].score, right = items_[b].score;
    return left != right ? left > right : a < b;
  });
}

}  // namespace dragoman::search
