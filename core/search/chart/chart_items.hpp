// The chart's items and the edges between them.
//
// An item is a set of partial translations of a span that no later score can tell apart: they have
// the same language model states and the same ItemState. Its edges are the ways to make it, each a
// rule and an item for each of the rule's non-terminals. Items are numbered so that the tails of an
// edge come before its head.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lm/state.hpp"
#include "search/shared/lattice_paths.hpp"

namespace dragoman::search::chart {

using ItemId = std::uint32_t;
inline constexpr std::uint32_t kNoItem = 0xFFFFFFFF;
inline constexpr std::uint32_t kNoEdge = 0xFFFFFFFF;

/// No rule has more non-terminals.
inline constexpr std::size_t kMaxTails = 2;
using Tails = std::array<ItemId, kMaxTails>;
inline constexpr Tails kNoTails = {kNoItem, kNoItem};

/// What later scores need to know of a partial translation, beside its language model states.
struct ItemState {
  static constexpr std::uint32_t kRefused = 0xFFFFFFFF;

  std::uint32_t custom = 0;    ///< of the custom features
  std::uint32_t cohesion = 0;  ///< the sequence of its phrases (shared/sequence_cohesion.hpp)

  /// Whether the hard constraint forbids it: then there is no item.
  bool refused() const { return cohesion == kRefused; }
  friend bool operator==(const ItemState&, const ItemState&) = default;
};

struct ChartEdge {
  float score;         ///< of the whole partial translation, with the best of the tails
  std::uint32_t rule;  ///< a ChartRule's number
  Tails tails;
  std::uint32_t next;            ///< the next edge into the same item, or kNoEdge
  std::uint32_t path = kNoPath;  ///< in a lattice: the words that the rule translates
};

struct ChartItem {
  float score;          ///< of the best edge
  std::uint32_t edges;  ///< the best edge; the others follow it
  std::uint32_t begin, end;
  ItemState state = {};
};

class ChartItems {
 public:
  explicit ChartItems(std::size_t language_models) : models_(language_models) {}

  void clear() {
    items_.clear();
    edges_.clear();
    states_.clear();
  }

  std::size_t size() const { return items_.size(); }
  std::size_t edges() const { return edges_.size(); }
  const ChartItem& operator[](ItemId id) const { return items_[id]; }
  const ChartEdge& edge(std::uint32_t number) const { return edges_[number]; }
  /// One state for each language model.
  std::span<const lm::ChartState> states(ItemId id) const {
    return {states_.data() + id * models_, models_};
  }

  /// Adds an item with its first edge.
  ItemId add(ChartItem item, ChartEdge edge, std::span<const lm::ChartState> states) {
    item.score = edge.score;
    item.edges = static_cast<std::uint32_t>(edges_.size());
    edge.next = kNoEdge;
    edges_.push_back(edge);
    items_.push_back(item);
    states_.insert(states_.end(), states.begin(), states.end());
    return static_cast<ItemId>(items_.size() - 1);
  }

  /// Adds another way to make an item. `keep_all`: also if it is not the best.
  void add_edge(ItemId id, ChartEdge edge, bool keep_all) {
    ChartItem& item = items_[id];
    if (edge.score > item.score) {
      edge.next = keep_all ? item.edges : kNoEdge;
      item.score = edge.score;
      item.edges = static_cast<std::uint32_t>(edges_.size());
    } else if (keep_all) {
      edge.next = edges_[item.edges].next;
      edges_[item.edges].next = static_cast<std::uint32_t>(edges_.size());
    } else {
      return;
    }
    edges_.push_back(edge);
  }

 private:
  std::size_t models_;
  std::vector<ChartItem> items_;
  std::vector<ChartEdge> edges_;
  std::vector<lm::ChartState> states_;  ///< items x models
};

}  // namespace dragoman::search::chart
