#include "search/chart/boundary_trees.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::search {

BoundaryTrees::NodeId BoundaryTrees::add(std::span<const ItemId> items) {
  const auto first = static_cast<std::uint32_t>(order_.size());
  order_.insert(order_.end(), items.begin(), items.end());
  Node root{first, static_cast<std::uint32_t>(order_.size())};
  learn_shared_words(root);
  nodes_.push_back(root);
  return static_cast<NodeId>(nodes_.size() - 1);
}

std::uint64_t BoundaryTrees::word_at(ItemId item, Side side, std::size_t place) const {
  std::uint64_t key = 0;
  for (const lm::ChartState& state : items_.states(item)) {
    std::uint64_t part;
    if (side == Side::kLeft) {
      part = place < state.left.length ? std::uint64_t{state.left.words[place]} + 2
                                       : std::uint64_t{state.left.full};
    } else {
      part = place < state.right.length ? std::uint64_t{state.right.words[place]} + 1 : 0;
    }
    key = models_ == 1 ? part : hash_combine(key, part);
  }
  return key;
}

bool BoundaryTrees::ends(ItemId item, Side side, std::size_t place) const {
  return std::ranges::all_of(items_.states(item), [&](const lm::ChartState& state) {
    // The place after the last word is compared too: it says that no word follows.
    return place > (side == Side::kLeft ? state.left.length : state.right.length);
  });
}

bool BoundaryTrees::agree(const Node& node, Side side, std::size_t place) const {
  const std::uint64_t key = word_at(order_[node.first], side, place);
  for (std::uint32_t i = node.first + 1; i < node.last; ++i) {
    if (word_at(order_[i], side, place) != key) return false;
  }
  return true;
}

void BoundaryTrees::learn_shared_words(Node& node) const {
  const ItemId any = order_[node.first];
  while (!ends(any, Side::kLeft, node.left) && agree(node, Side::kLeft, node.left)) ++node.left;
  while (!ends(any, Side::kRight, node.right) && agree(node, Side::kRight, node.right)) {
    ++node.right;
  }
}

std::pair<BoundaryTrees::NodeId, BoundaryTrees::NodeId> BoundaryTrees::children(NodeId id) {
  if (nodes_[id].first_child == nodes_[id].last_child) {
    const Node node = nodes_[id];
    group(node);
    std::uint32_t first = node.first;
    const auto first_child = static_cast<NodeId>(nodes_.size());
    for (std::size_t g = 0; g < used_groups_; ++g) {
      const auto last = first + static_cast<std::uint32_t>(groups_[g].size());
      std::ranges::copy(groups_[g], order_.begin() + first);
      Node child{first, last};
      child.left = node.left;
      child.right = node.right;
      learn_shared_words(child);
      nodes_.push_back(child);
      first = last;
    }
    nodes_[id].first_child = first_child;
    nodes_[id].last_child = static_cast<NodeId>(nodes_.size());
  }
  return {nodes_[id].first_child, nodes_[id].last_child};
}

void BoundaryTrees::group(const Node& node) {
  const ItemId any = order_[node.first];
  const bool left_open = !ends(any, Side::kLeft, node.left);
  const bool right_open = !ends(any, Side::kRight, node.right);
  // Left and right end in turn. When all words are known, items differ only in the states of
  // custom features.
  const Side side =
      left_open && (!right_open || node.left <= node.right) ? Side::kLeft : Side::kRight;
  const std::size_t place = side == Side::kLeft ? node.left : node.right;
  keys_.clear();
  used_groups_ = 0;
  for (std::uint32_t i = node.first; i < node.last; ++i) {
    const std::uint64_t key = left_open || right_open ? word_at(order_[i], side, place) : i;
    const auto found = std::ranges::find(keys_, key);
    const auto g = static_cast<std::size_t>(found - keys_.begin());
    if (found == keys_.end()) {
      keys_.push_back(key);
      if (groups_.size() < keys_.size()) groups_.emplace_back();
      groups_[g].clear();
      used_groups_ = keys_.size();
    }
    groups_[g].push_back(order_[i]);
  }
}

}  // namespace dragoman::search
