// Which groups of items are joined, and in which order.
//
// All pairs that cover the same number of words together are joined one after the other, those
// with the best estimate first: then the beam is soon full of good items, and most of the other
// pairs need not be looked at.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/treelet/demands.hpp"
#include "search/treelet/item_groups.hpp"
#include "search/treelet/treelet_future.hpp"
#include "search/treelet/waiting_items.hpp"

namespace dragoman::search::treelet {

/// Where items over some words with so many trees go that hold the same.
struct ItemPlace {
  std::uint64_t bits;
  std::uint32_t trees, held;
  WaitingItems* queue;
  float outside;  ///< the estimate for the other words
  float least;    ///< the same with the least that jumps will cost
  float bound;    ///< items with a lower estimate are hopeless
  JumpsToCome jumps;
};

/// Two groups whose items are put side by side: first those of one, then those of the other; or
/// also the other way round, if they hold the same then.
struct GroupPair {
  float estimate;  ///< no two items of the groups have a higher one before they are joined
  std::uint32_t place;
  const ItemGroup *one, *other;
  bool both_ways;
};

class GroupPairs {
 public:
  using Queue = std::function<WaitingItems&(std::size_t trees, std::uint32_t held)>;

  GroupPairs(const TreeletSettings& settings, TreeletFuture& future, Demands& demands)
      : settings_(settings), future_(future), demands_(demands) {}

  /// Finds all pairs of groups that cover other words and so many together. `queue` gives the
  /// queues for that number of words. They stay until the next call.
  void find(const ItemGroups& groups, std::size_t covered, const Queue& queue);
  /// The pairs, the best first.
  const std::vector<GroupPair>& pairs() const { return pairs_; }
  ItemPlace& place(const GroupPair& pair) { return places_[pair.place]; }

 private:
  void pair(const ItemGroup& one, std::span<const ItemGroup> others, const Queue& queue);
  void add(const ItemGroup& before, const ItemGroup& after, std::uint32_t held, bool both_ways,
           const Queue& queue);
  std::uint32_t place(std::uint64_t bits, std::uint32_t trees, std::uint32_t held,
                      const Queue& queue);
  /// Puts the pairs into order, nearly: in many steps from the best to the worst estimate.
  void order();

  const TreeletSettings& settings_;
  TreeletFuture& future_;
  Demands& demands_;
  std::vector<GroupPair> pairs_, ordered_;
  std::vector<ItemPlace> places_;
  ProbingTable<std::uint32_t> numbers_;  ///< of places
};

}  // namespace dragoman::search::treelet
