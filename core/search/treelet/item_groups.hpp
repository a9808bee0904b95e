// Items of the treelet search that were kept, in groups: those of a group cover the same source
// words, have the same number of trees, and hold the same of what is demanded.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/treelet/treelet_items.hpp"

namespace dragoman::search::treelet {

/// Open trees, closed trees, several trees.
enum class GroupKind : std::uint8_t { kHeads, kClosed, kRows };

struct ItemGroup {
  /// What is looked at before two items are joined.
  struct Member {
    std::uint32_t item;
    float inside;  ///< the score, and what it will cost to attach its trees
    std::uint8_t begin, end;
  };
  std::uint64_t bits;
  std::uint32_t trees, held;
  std::vector<Member> members;  ///< the best first
  struct Places {
    int first = 255, last = 0;
  };
  Places begins = {}, ends = {};  ///< where the texts of all members begin and end in the source

  float best() const { return members.front().inside; }
};

/// The words that are at least jumped over from an item of one group to an item of another one.
inline int least_jump(const ItemGroup& before, const ItemGroup& after) {
  return std::max(
      {0, after.begins.first - before.ends.last, before.ends.first - after.begins.last});
}

class ItemGroups {
 public:
  /// Begins a sentence of so many words.
  void clear(std::size_t length);
  /// Adds a group that has members, in any order. No other one of this kind has its source words,
  /// its number of trees and what it holds.
  void add(GroupKind kind, ItemGroup group);
  /// Those that cover so many words.
  std::span<const ItemGroup> of(GroupKind kind, std::size_t covered) const {
    return groups_[static_cast<std::size_t>(kind)][covered];
  }

  static ItemGroup::Member member(const TreeletItems& items, std::uint32_t id) {
    const TreeletItem& item = items[id];
    return {id, item.score + item.pending, item.begin, item.end};
  }

 private:
  std::array<std::vector<std::vector<ItemGroup>>, 3> groups_;
};

}  // namespace dragoman::search::treelet
