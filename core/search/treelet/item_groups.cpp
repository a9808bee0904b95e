#include "search/treelet/item_groups.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace dragoman::search::treelet {

void ItemGroups::clear(std::size_t length) {
  for (auto& groups : groups_) {
    groups.clear();
    groups.resize(length + 1);
  }
}

void ItemGroups::add(GroupKind kind, ItemGroup group) {
  std::stable_sort(group.members.begin(), group.members.end(),
                   [](const auto& a, const auto& b) { return a.inside > b.inside; });
  const auto extend = [](ItemGroup::Places& places, int place) {
    places = {std::min(places.first, place), std::max(places.last, place)};
  };
  for (const ItemGroup::Member& member : group.members) {
    extend(group.begins, member.begin);
    extend(group.ends, member.end);
  }
  const auto covered = static_cast<std::size_t>(std::popcount(group.bits));
  groups_[static_cast<std::size_t>(kind)][covered].push_back(std::move(group));
}

}  // namespace dragoman::search::treelet
