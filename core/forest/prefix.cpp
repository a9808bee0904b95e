#include "forest/prefix.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "forest/copying.hpp"

namespace dragoman::forest {
namespace {

using State = std::uint32_t;  ///< words of the prefix that are read
using ItemId = std::uint32_t;

/// A node that leads from one state to another.
struct Item {
  NodeId node;
  State start, end;
  std::uint32_t edge_first;  ///< its edges, up to those of the next item
};

/// An edge between items, while its target side is read.
struct Reading {
  State state;
  EdgeId edge;
  std::vector<ItemId> tails;
};

class Product {
 public:
  Product(const Forest& whole, const Prefix& prefix)
      : whole_(whole),
        words_(whole, prefix, false),
        last_(static_cast<State>(words_.size())),
        inner_(inner_nodes(whole)) {}

  Forest make() {
    for (NodeId node = 0; node < whole_.nodes(); ++node) {
      first_.push_back(static_cast<ItemId>(items_.size()));
      for (State start = 0; start <= (inner_[node] ? last_ : 0); ++start) add(node, start);
    }
    first_.push_back(static_cast<ItemId>(items_.size()));
    mark_used();
    return write();
  }

 private:
  /// The items of a node that begin in a state, by their ends.
  void add(NodeId node, State start) {
    found_.clear();
    for (EdgeId e = whole_.node_edges[node]; e < whole_.node_edges[node + 1]; ++e) read(e, start);
    std::ranges::stable_sort(found_, {}, &Reading::state);
    for (Reading& one : found_) {
      if (items_.size() == first_[node] || items_.back().start != start ||
          items_.back().end != one.state) {
        items_.push_back({node, start, one.state, static_cast<std::uint32_t>(edges_.size())});
      }
      edges_.push_back(one.edge);
      tail_first_.push_back(static_cast<std::uint32_t>(tails_.size()));
      tails_.insert(tails_.end(), one.tails.begin(), one.tails.end());
    }
  }

  /// Adds all ways to read an edge's target side to found_.
  void read(EdgeId edge, State start) {
    now_.assign(1, {start, edge, std::vector<ItemId>(whole_.tails_of(edge).size())});
    for (const Symbol s : whole_.symbols_of(edge)) {
      next_.clear();
      for (Reading& one : now_) {
        if (s < 0) {
          follow(one, static_cast<std::size_t>(kFirstNonTerminal - s));
        } else if (one.state == last_) {
          next_.push_back(std::move(one));
        } else if (words_.distance(one.state, s) == 0) {
          ++one.state;
          next_.push_back(std::move(one));
        }
      }
      now_.swap(next_);
      if (now_.empty()) return;
    }
    for (Reading& one : now_) found_.push_back(std::move(one));
  }

  /// Reads the k-th tail, in each way that leads on from the state.
  void follow(const Reading& before, std::size_t k) {
    const NodeId tail = whole_.tails_of(before.edge)[k];
    const auto begin = items_.begin() + first_[tail];
    const auto end = items_.begin() + first_[tail + 1];
    for (auto item = std::ranges::lower_bound(begin, end, before.state, {}, &Item::start);
         item != end && item->start == before.state; ++item) {
      next_.push_back(before);
      next_.back().state = item->end;
      next_.back().tails[k] = static_cast<ItemId>(item - items_.begin());
    }
  }

  std::uint32_t edges_end(ItemId item) const {
    return item + 1 < items_.size() ? items_[item + 1].edge_first
                                    : static_cast<std::uint32_t>(edges_.size());
  }
  std::span<const ItemId> tails_of(std::uint32_t edge) const {
    return std::span(tails_).subspan(tail_first_[edge], whole_.tails_of(edges_[edge]).size());
  }

  /// Marks what the goal needs that has read the whole prefix.
  void mark_used() {
    used_.assign(items_.size(), false);
    if (items_.empty()) return;
    const Item& goal = items_.back();  // the last state is the last end
    used_.back() = goal.node == whole_.goal() && goal.start == 0 && goal.end == last_;
    for (std::size_t i = items_.size(); i-- > 0;) {
      const auto item = static_cast<ItemId>(i);
      if (!used_[item]) continue;
      for (std::uint32_t e = items_[item].edge_first; e < edges_end(item); ++e) {
        for (const ItemId tail : tails_of(e)) used_[tail] = true;
      }
    }
  }

  Forest write() const {
    if (used_.empty() || !used_.back()) return empty_like(whole_);
    Forest made = begun_like(whole_);
    std::vector<NodeId> number(items_.size()), tails;
    for (ItemId item = 0; item < items_.size(); ++item) {
      if (!used_[item]) continue;
      number[item] = static_cast<NodeId>(made.nodes());
      for (std::uint32_t e = items_[item].edge_first; e < edges_end(item); ++e) {
        tails.clear();
        for (const ItemId tail : tails_of(e)) tails.push_back(number[tail]);
        append_edge(whole_, edges_[e], number[item], tails, made);
      }
      made.node_edges.push_back(static_cast<std::uint32_t>(made.edges()));
    }
    return made;
  }

  const Forest& whole_;
  const PrefixWords words_;
  const State last_;
  const std::vector<bool> inner_;
  std::vector<Item> items_;    ///< by node, start, end
  std::vector<ItemId> first_;  ///< the first item of each node
  std::vector<EdgeId> edges_;  ///< of the whole forest, item by item
  std::vector<std::uint32_t> tail_first_;
  std::vector<ItemId> tails_;
  std::vector<bool> used_;
  std::vector<Reading> found_, now_, next_;
};

}  // namespace

Forest with_prefix(const Forest& whole, const Prefix& prefix) {
  if (whole.nodes() == 0 || prefix.words.empty()) return whole;
  return Product(whole, prefix).make();
}

}  // namespace dragoman::forest
