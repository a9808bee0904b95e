#include "search/treelet/treelet_items.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::search::treelet {

void TreeletItems::clear() {
  items_.clear();
  trees_.clear();
  edges_.clear();
  table_.clear(1 << 12);
}

std::uint64_t TreeletItems::hash(const TreeletItem& item, std::span<const PartialTree> trees) {
  std::uint64_t hash = hash_combine(mix64(item.bits + item.closed), item.unclaimed + item.joined);
  hash = hash_combine(
      hash, item.root + (std::uint64_t{item.begin} << 32 | std::uint64_t{item.end} << 40));
  hash = hash_combine(hash, std::uint64_t{item.ends.left} << 32 | item.ends.right);
  if ((item.held | item.custom) != 0) {
    hash = hash_combine(hash, std::uint64_t{item.held} << 32 | item.custom);
  }
  if (item.cohesion != 0) hash = hash_combine(hash, item.cohesion);
  for (const PartialTree& tree : trees) {
    hash = hash_combine(hash_combine(hash, tree.shape), tree.coverage);
  }
  return hash;
}

bool TreeletItems::same(std::uint32_t id, const TreeletItem& item,
                        std::span<const PartialTree> trees) const {
  const TreeletItem& known = items_[id];
  return known.bits == item.bits && known.unclaimed == item.unclaimed &&
         known.closed == item.closed && known.root == item.root && known.begin == item.begin &&
         known.end == item.end && known.joined == item.joined && known.ends == item.ends &&
         known.held == item.held && known.custom == item.custom &&
         known.cohesion == item.cohesion && std::ranges::equal(this->trees(id), trees);
}

TreeletItems::Added TreeletItems::add(const TreeletItem& item, std::span<const PartialTree> trees,
                                      TreeletEdge edge) {
  std::uint32_t& slot = table_.insert(
      hash(item, trees), [&](std::uint32_t known) { return same(known, item, trees); },
      [&](std::uint32_t known) { return hash(items_[known], this->trees(known)); });
  const bool fresh = is_free(slot);
  if (fresh) {
    slot = static_cast<std::uint32_t>(items_.size());
    items_.push_back(item);
    items_.back().trees = static_cast<std::uint32_t>(trees.size());
    items_.back().first = static_cast<std::uint32_t>(trees_.size());
    items_.back().edges = kNoTreeletItem;
    trees_.insert(trees_.end(), trees.begin(), trees.end());
  }
  TreeletItem& known = items_[slot];
  const auto number = static_cast<std::uint32_t>(edges_.size());
  if (fresh || edge.score > known.score) {
    edge.next = known.edges;
    known.edges = number;
    known.score = edge.score;
  } else {
    TreeletEdge& best = edges_[known.edges];
    edge.next = best.next;
    best.next = number;
  }
  edges_.push_back(edge);
  return {slot, fresh};
}

}  // namespace dragoman::search::treelet
