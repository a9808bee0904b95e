// The part of a search graph that a forest is made of: all that leads to the goal, the edges of its
// best derivations, or the best derivation alone.
#pragma once

#include <limits>
#include <vector>

#include "search/phrase/beam.hpp"
#include "search/shared/edge_merits.hpp"

namespace dragoman::search {

/// Which nodes and arcs there are. The best way to reach a node is no arc of its own: it is there
/// if the node is, because no other way has a greater merit.
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

/// About `most` edges (0: all) that lead to the goal: those of the best derivations.
template <typename Node>
GraphPart useful_part(const SearchGraph<Node>& graph, std::size_t most) {
  constexpr float kNever = -std::numeric_limits<float>::infinity();
  // The best score from a node to the goal; edges come before it, as merits, from the last to the
  // first.
  std::vector<float> outside(graph.nodes.size(), kNever), merits(graph.arcs.size(), kNever), known;
  const auto reach = [&](std::uint32_t n, std::uint32_t previous, float score) {
    const float merit = outside[n] + score;
    outside[previous] = std::max(outside[previous], merit - graph.nodes[previous].score);
    known.push_back(merit);
    return merit;
  };
  if (graph.goal != kNone) outside[graph.goal] = 0;
  for (std::uint32_t n = graph.goal == kNone ? 0 : graph.goal; n > 0; --n) {
    if (outside[n] == kNever) continue;
    const Node& node = graph.nodes[n];
    reach(n, node.previous, node.score);
    for (std::uint32_t a = node.arcs; a != kNone; a = graph.arcs[a].next) {
      merits[a] = reach(n, graph.arcs[a].previous, graph.arcs[a].score);
    }
  }
  const float least =
      most == 0 ? std::numeric_limits<float>::lowest() : least_merit(std::move(known), most);
  GraphPart part{std::vector<bool>(graph.nodes.size()), std::vector<bool>(graph.arcs.size())};
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    // Rounding must not keep a node whose previous one is dropped.
    const bool follows = n == 0 || part.nodes[graph.nodes[n].previous];
    part.nodes[n] = outside[n] + graph.nodes[n].score >= least && outside[n] != kNever && follows;
    for (std::uint32_t a = graph.nodes[n].arcs; a != kNone; a = graph.arcs[a].next) {
      part.arcs[a] = merits[a] >= least && merits[a] != kNever && part.nodes[n] &&
                     part.nodes[graph.arcs[a].previous];
    }
  }
  return part;
}

}  // namespace dragoman::search
