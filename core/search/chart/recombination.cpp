#include "search/chart/recombination.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::search::chart {
namespace {

std::uint64_t hash(std::span<const lm::ChartState> states, const ItemState& state) {
  std::uint64_t hash = static_cast<std::uint64_t>(state.cohesion) << 32 | state.custom;
  for (const lm::ChartState& one : states) hash = hash_combine(hash, one.hash());
  return hash;
}

}  // namespace

void Recombination::add(const ChartEdge& edge, std::span<const lm::ChartState> states,
                        const ItemState& state, std::vector<ItemId>& found) {
  ItemId& id = known_.insert(
      hash(states, state),
      [&](ItemId known) {
        return items_[known].state == state && std::ranges::equal(items_.states(known), states);
      },
      [&](ItemId known) { return hash(items_.states(known), items_[known].state); });
  if (!is_free(id)) {
    items_.add_edge(id, edge, keep_all_);
    return;
  }
  ChartItem item{};
  item.begin = place_.begin;
  item.end = place_.end;
  item.state = state;
  id = items_.add(item, edge, states);
  found.push_back(id);
}

}  // namespace dragoman::search::chart
