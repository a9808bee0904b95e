// Turns a chart into the common forest, with the feature vector of every edge.
//
// An edge's tails are in source order, and its spans are the source words that the rule itself
// translates: those of its head's span that no tail covers. Glue translates none. Words of a
// lattice are counted by their arcs.
#pragma once

#include <vector>

#include "forest/writer.hpp"
#include "search/api/max_marginals.hpp"
#include "search/chart/edge_scores.hpp"
#include "search/shared/lattice_paths.hpp"

namespace dragoman::search::chart {

class ChartWriter {
 public:
  ChartWriter(const ModelParts& model, const ChartRules& rules, const ChartItems& items,
              const EdgeScores& scores, const LatticePaths& paths)
      : model_(model), rules_(rules), items_(items), scores_(scores), paths_(paths) {}

  /// All that leads to the goal, or only the best derivation. `length`: words of the sentence, or
  /// the last node of a lattice.
  forest::Forest write(ItemId goal, std::size_t length, bool all, const ForestSize& size = {});

 private:
  /// Items that lead to the goal, tails before heads, each derivation's tails in their order.
  std::vector<ItemId> order(ItemId goal, bool all) const;
  /// Sets max_marginals_; returns the max-marginals of all edges that lead to the goal, which comes
  /// last.
  std::vector<float> find_max_marginals(std::span<const ItemId> order);
  /// Calls f(item, edge) for the edges with at least this max-marginal, and end_node() of the
  /// writer after the edges of each item.
  template <typename F>
  void for_each_kept(forest::ForestWriter& writer, std::span<const ItemId> order, float least,
                     bool all, F&& f);
  bool kept(std::uint32_t edge, float least) const;
  /// The edges with at least this max-marginal without features.
  forest::Forest bare(std::span<const ItemId> order, float least);
  void add_edge(forest::ForestWriter& writer, const ChartItem& head, const ChartEdge& edge,
                std::size_t length);
  /// The positions of the source side's symbols; for tails, kTail.
  void find_positions(const ChartItem& head, const ChartEdge& edge, std::size_t arity);
  void add_links(forest::ForestWriter& writer, const ChartRule& rule);

  static constexpr std::uint32_t kTail = 0xFFFFFFFF;
  static constexpr forest::NodeId kDropped = 0xFFFFFFFF;
  const ModelParts& model_;
  const ChartRules& rules_;
  const ChartItems& items_;
  const EdgeScores& scores_;
  const LatticePaths& paths_;
  std::vector<forest::NodeId> numbers_;
  std::vector<float> max_marginals_;  ///< by edge; empty if all are kept
  std::vector<std::uint32_t> positions_;
  std::vector<float> row_;
};

}  // namespace dragoman::search::chart
