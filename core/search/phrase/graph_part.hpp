// The part of a search graph that a forest is made of: all that leads to the goal, the edges of its
// best derivations, or the best derivation alone.
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "forest/writer.hpp"
#include "search/api/max_marginals.hpp"
#include "search/phrase/beam.hpp"

namespace dragoman::search::phrase {

/// Which nodes and arcs there are. The best way to reach a node is no arc of its own: it is there
/// if the node is, because no other way has a greater max-marginal.
struct GraphPart {
  std::vector<bool> nodes, arcs;
};

/// The best derivation alone.
template <typename Node>
GraphPart best_part(const SearchGraph<Node>& graph) {
  GraphPart part{std::vector<bool>(graph.nodes.size()), std::vector<bool>(graph.arcs.size())};
  for (std::uint32_t n = graph.goal; n != kNone; n = graph.nodes[n].previous) part.nodes[n] = true;
  return part;
}

/// The max-marginals of a search graph's edges.
template <typename Node>
class GraphMaxMarginals {
 public:
  explicit GraphMaxMarginals(const SearchGraph<Node>& graph)
      : graph_(graph),
        outside_(graph.nodes.size(), kNever),
        max_marginals_(graph.arcs.size(), kNever) {
    if (graph.goal == kNone) return;
    outside_[graph.goal] = 0;
    for (std::uint32_t n = graph.goal; n > 0; --n) {
      if (outside_[n] == kNever) continue;
      const Node& node = graph.nodes[n];
      reach(n, node.previous, node.score);
      for (std::uint32_t a = node.arcs; a != kNone; a = graph.arcs[a].next) {
        max_marginals_[a] = reach(n, graph.arcs[a].previous, graph.arcs[a].score);
      }
    }
  }

  /// Of all edges that lead to the goal.
  const std::vector<float>& known() const { return known_; }

  /// The edges with at least this max-marginal.
  GraphPart part(float least) const {
    GraphPart part{std::vector<bool>(graph_.nodes.size()), std::vector<bool>(graph_.arcs.size())};
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      if (outside_[n] == kNever) continue;
      const Node& node = graph_.nodes[n];
      // Rounding must not keep a node whose previous one is dropped.
      const bool follows = n == 0 || part.nodes[node.previous];
      part.nodes[n] = follows && outside_[n] + node.score >= least;
      for (std::uint32_t a = node.arcs; a != kNone && part.nodes[n]; a = graph_.arcs[a].next) {
        part.arcs[a] = max_marginals_[a] >= least && part.nodes[graph_.arcs[a].previous];
      }
    }
    return part;
  }

 private:
  static constexpr float kNever = -std::numeric_limits<float>::infinity();

  float reach(std::uint32_t n, std::uint32_t previous, float score) {
    const float max_marginal = outside_[n] + score;
    outside_[previous] = std::max(outside_[previous], max_marginal - graph_.nodes[previous].score);
    known_.push_back(max_marginal);
    return max_marginal;
  }

  const SearchGraph<Node>& graph_;
  std::vector<float> outside_;        ///< the best score from a node to the goal
  std::vector<float> max_marginals_;  ///< of arcs
  std::vector<float> known_;
};

/// A part of a search graph as a forest without features.
template <typename C, typename Feature>
forest::Forest bare_forest(const Steps<C, Feature>& steps,
                           const SearchGraph<typename Steps<C, Feature>::Node>& graph,
                           const GraphPart& part) {
  const GappedOptions& options = steps.problem().options;
  forest::ForestWriter writer;
  std::vector<forest::NodeId> number(graph.nodes.size(), 0);
  for (std::uint32_t n = 1; n < graph.nodes.size(); ++n) {
    if (!part.nodes[n]) continue;
    number[n] = writer.node();
    const auto add = [&](std::uint32_t previous, std::uint32_t label, float score) {
      if (previous != 0) {
        writer.add_tail(number[previous]);
        writer.add_tail_place(0);
      }
      for (const WordId word : options.target(options[steps.option_of(label)].target)) {
        writer.add_number(static_cast<Symbol>(word));
      }
      writer.end_edge(static_cast<double>(score) - graph.nodes[previous].score);
    };
    const auto& node = graph.nodes[n];
    add(node.previous, node.option, node.score);
    for (std::uint32_t a = node.arcs; a != kNone; a = graph.arcs[a].next) {
      if (part.arcs[a]) add(graph.arcs[a].previous, graph.arcs[a].option, graph.arcs[a].score);
    }
    writer.end_node();
  }
  return std::move(writer).finish();
}

/// The part of a graph that a forest of this size holds.
template <typename C, typename Feature>
GraphPart useful_part(const Steps<C, Feature>& steps,
                      const SearchGraph<typename Steps<C, Feature>::Node>& graph,
                      const ForestSize& size) {
  const GraphMaxMarginals max_marginals(graph);
  return max_marginals.part(marginal_threshold(
      max_marginals.known(), size, steps.problem().length(),
      [&](float least) { return bare_forest(steps, graph, max_marginals.part(least)); }));
}

}  // namespace dragoman::search::phrase
