// Makes the items of a span from edges: edges that no later score can tell apart make one item.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/probing_table.hpp"
#include "search/chart/edge_scores.hpp"

namespace dragoman::search::chart {

class Recombination {
 public:
  explicit Recombination(ChartItems& items) : items_(items) {}

  /// Begins a span. `keep_all`: items keep all their edges, for a forest.
  void begin(const EdgePlace& place, bool keep_all) {
    place_ = place;
    keep_all_ = keep_all;
    known_.clear(kFirstSlots);
  }

  /// Adds an edge with the states that it leads to; appends its item to `found` if it is new.
  void add(const ChartEdge& edge, std::span<const lm::ChartState> states, const ItemState& state,
           std::vector<ItemId>& found);

 private:
  static constexpr std::size_t kFirstSlots = 64;

  ChartItems& items_;
  EdgePlace place_{};
  bool keep_all_ = false;
  ProbingTable<ItemId> known_;
};

}  // namespace dragoman::search::chart
