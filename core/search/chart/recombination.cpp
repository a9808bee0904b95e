#include "search/chart/recombination.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::search::chart {
namespace {

std::uint64_t hash(std::span<const lm::ChartState> states, std::uint32_t custom) {
  std::uint64_t hash = custom;
  for (const lm::ChartState& state : states) hash = hash_combine(hash, state.hash());
  return hash;
}

}  // namespace

void Recombination::add(const ChartEdge& edge, std::span<const lm::ChartState> states,
                        std::uint32_t custom, std::vector<ItemId>& found) {
  ItemId& id = known_.insert(
      hash(states, custom),
      [&](ItemId known) {
        return items_[known].custom == custom && std::ranges::equal(items_.states(known), states);
      },
      [&](ItemId known) { return hash(items_.states(known), items_[known].custom); });
  if (!is_free(id)) {
    items_.add_edge(id, edge, keep_all_);
    return;
  }
  ChartItem item{};
  item.begin = place_.begin;
  item.end = place_.end;
  item.custom = custom;
  id = items_.add(item, edge, states);
  found.push_back(id);
}

}  // namespace dragoman::search::chart
