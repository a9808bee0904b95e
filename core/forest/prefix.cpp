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

/// An edge between items: a way to read its target side.
struct Reading {
  State state;  ///< at its end
  EdgeId edge;
  std::uint32_t tail_first;  ///< its tails in found_tails_
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
    found_tails_.clear();
    for (EdgeId e = whole_.node_edges[node]; e < whole_.node_edges[node + 1]; ++e) {
      path_.resize(whole_.tails_of(e).size());
      read(e, 0, start);
    }
    if (!std::ranges::is_sorted(found_, {}, &Reading::state)) {
      std::ranges::stable_sort(found_, {}, &Reading::state);
    }
    for (const Reading& one : found_) {
      if (items_.size() == first_[node] || items_.back().start != start ||
          items_.back().end != one.state) {
        items_.push_back({node, start, one.state, static_cast<std::uint32_t>(edges_.size())});
      }
      edges_.push_back(one.edge);
      tail_first_.push_back(static_cast<std::uint32_t>(tails_.size()));
      const auto tails = found_tails_.begin() + one.tail_first;
      tails_.insert(tails_.end(), tails, tails + std::ssize(whole_.tails_of(one.edge)));
    }
  }

  /// Adds all ways to read an edge's target side from its k-th symbol on to found_.
  void read(EdgeId edge, std::size_t k, State state) {
    const auto symbols = whole_.symbols_of(edge);
    for (; k < symbols.size(); ++k) {
      if (symbols[k] < 0) return follow(edge, k, state);
      if (state == last_) continue;
      if (words_.distance(state, symbols[k]) != 0) return;
      ++state;
    }
    found_.push_back({state, edge, static_cast<std::uint32_t>(found_tails_.size())});
    found_tails_.insert(found_tails_.end(), path_.begin(), path_.end());
  }

  /// Reads the tail at the k-th symbol, in each way that leads on from the state.
  void follow(EdgeId edge, std::size_t k, State state) {
    const auto place = static_cast<std::size_t>(kFirstNonTerminal - whole_.symbols_of(edge)[k]);
    const NodeId tail = whole_.tails_of(edge)[place];
    const auto begin = items_.begin() + first_[tail];
    const auto end = items_.begin() + first_[tail + 1];
    // Behind the prefix there is one way only, and it is the last one.
    auto item = state == last_ && begin != end
                    ? end - 1
                    : std::ranges::lower_bound(begin, end, state, {}, &Item::start);
    for (; item != end && item->start == state; ++item) {
      path_[place] = static_cast<ItemId>(item - items_.begin());
      read(edge, k + 1, item->end);
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

  /// Makes room for the edges that are used: most of the time goes into writing them.
  void reserve(Forest& made) const {
    std::size_t count = 0;
    for (ItemId item = 0; item < items_.size(); ++item) {
      if (used_[item]) count += edges_end(item) - items_[item].edge_first;
    }
    made.head.reserve(count);
    made.rule.reserve(count);
    made.score.reserve(count);
    made.later.reserve(count);
    for (auto* first : {&made.tail_first, &made.span_first, &made.symbol_first, &made.link_first}) {
      first->reserve(count + 1);
    }
    made.features.reserve(count * whole_.feature_count);
  }

  Forest write() const {
    if (used_.empty() || !used_.back()) return empty_like(whole_);
    Forest made = begun_like(whole_);
    reserve(made);
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
  std::vector<Reading> found_;  ///< of the node and the start in work
  std::vector<ItemId> found_tails_;
  std::vector<ItemId> path_;  ///< the tails that are chosen, of the edge in work
};

}  // namespace

Forest with_prefix(const Forest& whole, const Prefix& prefix) {
  if (whole.nodes() == 0 || prefix.words.empty()) return whole;
  return Product(whole, prefix).make();
}

}  // namespace dragoman::forest
