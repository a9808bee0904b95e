#include "search/chart/guided_search.hpp"

#include <algorithm>
#include <cmath>

namespace dragoman::search::chart {
namespace {

constexpr std::size_t kFirstPops = 3;
/// Margins are estimates. So a span that is searched again has at least this share of the limit.
constexpr float kLeastShare = 0.1F;
/// How far below the best translation edges are still taken: this times the margin that would leave
/// one edge of the limit.
constexpr float kReach = 0.8F;

}  // namespace

void GuidedSearch::fill(Cell& cell, std::span<const Cube> cubes, const CubePruning::Limit& limit) {
  cells_.fill(cell, cubes, scores_.span(cell.begin, cell.end), limit);
}

void GuidedSearch::complete(Cell& cell, std::span<const Cube> cubes) {
  const CubePruning::Limit first{std::min(kFirstPops, limits_.pops)};
  fill(cell, cubes, first);
  if (cell.items.empty()) return;
  visits_.push_back({&cell, visited_cubes_.size(), visited_cubes_.size() + cubes.size()});
  visited_cubes_.insert(visited_cubes_.end(), cubes.begin(), cubes.end());
  cubes_.add_corners(corners_);
  cells_.apply_unary_rules(cell, first);
}

ItemId GuidedSearch::refine(const RuleMatcher& matcher) {
  GluedParts quick(matcher, limits_.words);
  quick.fill([&](Cell& part, std::span<const Cube> cubes, const EdgePlace& place) {
    cells_.fill(part, cubes, place, {std::min(kFirstPops, limits_.pops)});
    cubes_.add_corners(part_corners_.emplace_back());
  });
  if (quick.goal() == kNoItem) return kNoItem;
  whole_ = items_[quick.goal()].score;
  look_around(quick);
  for (const Visit& visit : visits_) {
    const CubePruning::Limit again = limit(*visit.cell);
    if (again.edges == 0) continue;
    visit.cell->items.clear();
    const std::size_t count = visit.last - visit.first;
    fill(*visit.cell,
         promising(std::span(visited_cubes_).subspan(visit.first, count),
                   std::span(corners_).subspan(visit.first, count), again.below),
         again);
    cells_.apply_unary_rules(*visit.cell, again);
  }
  GluedParts parts(matcher, limits_.words);
  parts.fill([&](Cell& part, std::span<const Cube> cubes, const EdgePlace& place) {
    CubePruning::Limit again = limit(quick[part.end]);
    again.edges = std::max(again.edges, std::min(kFirstPops, limits_.pops));
    cells_.fill(part, promising(cubes, part_corners_[part.end - 1], again.below), place, again);
  });
  const bool worse = parts.goal() == kNoItem || items_[parts.goal()].score < whole_;
  return worse ? quick.goal() : parts.goal();
}

std::span<const Cube> GuidedSearch::promising(std::span<const Cube> cubes,
                                              std::span<const float> corners, float below) {
  promising_.clear();
  if (cubes.empty()) return promising_;  // no beginning of the sentence ends there
  const float least = std::ranges::max(corners) - below;
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    if (corners[c] >= least) promising_.push_back(cubes[c]);
  }
  return promising_;
}

void GuidedSearch::look_around(const GluedParts& parts) {
  const auto length = static_cast<std::uint32_t>(limits_.words);
  around_[&parts[length]] = 0;
  for (std::uint32_t end = length; end > 0; --end) {
    look_into(parts[end], parts.cubes(end), part_corners_[end - 1]);
  }
  for (std::size_t v = visits_.size(); v-- > 0;) {
    const Visit& visit = visits_[v];
    const std::size_t count = visit.last - visit.first;
    look_into(*visit.cell, std::span(visited_cubes_).subspan(visit.first, count),
              std::span(corners_).subspan(visit.first, count));
  }
}

void GuidedSearch::look_into(const Cell& cell, std::span<const Cube> cubes,
                             std::span<const float> corners) {
  const auto known = around_.find(&cell);
  if (known == around_.end()) return;
  const float around = known->second;
  for (std::size_t c = 0; c < cubes.size(); ++c) {
    for (std::size_t k = 0; k < cubes[c].arity; ++k) {
      const Cell& tail = *cubes[c].tails[k];
      const float score = around + corners[c] - best(tail);
      const auto [entry, added] = around_.try_emplace(&tail, score);
      if (!added) entry->second = std::max(entry->second, score);
    }
  }
}

CubePruning::Limit GuidedSearch::limit(const Cell& cell) const {
  const auto around = around_.find(&cell);
  if (around == around_.end()) return {0};
  if (std::isinf(limits_.tolerance)) return {limits_.pops};
  const float margin = std::max(0.0F, whole_ - around->second - best(cell));
  const auto pops = static_cast<float>(limits_.pops);
  const float reach = kReach * limits_.tolerance * std::log(pops);
  const float share = std::max(std::exp(-margin / limits_.tolerance), kLeastShare);
  const auto edges = static_cast<std::size_t>(pops * share);
  if (margin >= reach || edges <= kFirstPops) return {0};
  return {edges, reach - margin};
}

}  // namespace dragoman::search::chart
