// The items of cells as trees: items whose translations begin and end with the same words are
// together (Heafield, Koehn and Lavie 2013).
//
// A node stands for a set of items. It knows the first and last words that all of them share; its
// children know one word more. Children are made when they are first asked for, since most nodes
// are never divided.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/chart/chart_items.hpp"

namespace dragoman::search {

class BoundaryTrees {
 public:
  using NodeId = std::uint32_t;

  BoundaryTrees(const ChartItems& items, std::size_t language_models)
      : items_(items), models_(language_models) {}

  void clear() {
    nodes_.clear();
    order_.clear();
  }

  /// Makes a tree of at least one item, sorted from best to worst. Returns its root.
  NodeId add(std::span<const ItemId> items);

  struct Node {
    std::uint32_t first, last;               ///< its items, the best first
    NodeId first_child = 0, last_child = 0;  ///< equal: not made yet
    std::uint8_t left = 0, right = 0;  ///< words known at either end, if the states have as many

    bool single() const { return last - first == 1; }
    int known() const { return left + right; }
  };
  const Node& operator[](NodeId node) const { return nodes_[node]; }
  ItemId best(NodeId node) const { return order_[nodes_[node].first]; }
  float bound(NodeId node) const { return items_[best(node)].score; }

  /// The children of a node with several items, the best first: [first, second).
  std::pair<NodeId, NodeId> children(NodeId node);

 private:
  enum class Side : std::uint8_t { kLeft, kRight };
  /// A key for the word of an item at a place: equal for items that have the same word there.
  std::uint64_t word_at(ItemId item, Side side, std::size_t place) const;
  /// Whether the states of an item have nothing to compare at this place.
  bool ends(ItemId item, Side side, std::size_t place) const;
  bool agree(const Node& node, Side side, std::size_t place) const;
  /// Finds all words at the ends that the node's items share.
  void learn_shared_words(Node& node) const;
  /// Orders a node's items by groups, and gives each group's size.
  void group(const Node& node);

  const ChartItems& items_;
  std::size_t models_;
  std::vector<Node> nodes_;
  std::vector<ItemId> order_;  ///< items of nodes
  // Kept for its memory.
  std::vector<std::uint64_t> keys_;
  std::vector<std::vector<ItemId>> groups_;
  std::size_t used_groups_ = 0;
};

}  // namespace dragoman::search
