#include "forest/pruning.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "forest/kbest.hpp"

namespace dragoman::forest {
namespace {

/// For every edge, the score of the best derivation that contains it.
std::vector<double> merits(const Forest& whole) {
  const std::vector<double> inside = best_scores(whole);
  std::vector<double> outside(whole.nodes(), -std::numeric_limits<double>::infinity());
  std::vector<double> merit(whole.edges());
  outside[whole.goal()] = 0;
  for (std::size_t e = whole.edges(); e-- > 0;) {
    const auto tails = whole.tails_of(static_cast<EdgeId>(e));
    merit[e] = outside[whole.head[e]] + whole.score[e];
    for (const NodeId tail : tails) merit[e] += inside[tail];
    for (const NodeId tail : tails) {
      outside[tail] = std::max(outside[tail], merit[e] - inside[tail]);
    }
  }
  return merit;
}

/// Edges whose merit is at least this are kept. The threshold is a little below the merit of the
/// last kept edge, so that rounding does not drop edges of a derivation whose other edges are kept.
double threshold(std::vector<double> merit, std::size_t edges) {
  const double least = -std::numeric_limits<double>::max();
  if (edges >= merit.size()) return least;
  const auto place = merit.begin() + static_cast<std::ptrdiff_t>(edges);
  std::nth_element(merit.begin(), place, merit.end(), std::greater<>());
  return std::max(least, *place - 1e-9 * (1 + std::abs(*place)));
}

/// Appends `values`, and the position of their end.
template <typename T>
void append(std::vector<T>& to, std::vector<std::uint32_t>& first, std::span<const T> values) {
  to.insert(to.end(), values.begin(), values.end());
  first.push_back(static_cast<std::uint32_t>(to.size()));
}

/// Appends everything about an edge except its head and its tails.
void append_edge(const Forest& whole, EdgeId e, Forest& kept) {
  kept.rule.push_back(whole.rule[e]);
  kept.score.push_back(whole.score[e]);
  kept.later.push_back(whole.later[e]);
  append(kept.spans, kept.span_first, whole.spans_of(e));
  append(kept.symbols, kept.symbol_first, whole.symbols_of(e));
  append(kept.links, kept.link_first, whole.links_of(e));
  const auto features = whole.features_of(e);
  kept.features.insert(kept.features.end(), features.begin(), features.end());
}

Forest empty_like(const Forest& whole) {
  Forest empty;
  empty.feature_count = whole.feature_count;
  empty.words = whole.words;
  return empty;
}

}  // namespace

Forest prune(const Forest& whole, std::size_t edges) {
  Forest kept = empty_like(whole);
  if (whole.nodes() == 0) return kept;
  const std::vector<double> merit = merits(whole);
  const double least = threshold(merit, edges);
  constexpr NodeId kDropped = std::numeric_limits<NodeId>::max();
  std::vector<NodeId> number(whole.nodes(), kDropped);  // of each node in the new forest
  std::vector<NodeId> tails;
  kept.node_edges = kept.tail_first = kept.span_first = kept.symbol_first = kept.link_first = {0};
  for (NodeId n = 0; n < whole.nodes(); ++n) {
    const auto head = static_cast<NodeId>(kept.nodes());
    for (EdgeId e = whole.node_edges[n]; e < whole.node_edges[n + 1]; ++e) {
      tails.clear();
      for (const NodeId tail : whole.tails_of(e)) tails.push_back(number[tail]);
      if (merit[e] < least || std::ranges::find(tails, kDropped) != tails.end()) continue;
      kept.head.push_back(head);
      append(kept.tails, kept.tail_first, std::span<const NodeId>(tails));
      append_edge(whole, e, kept);
    }
    if (kept.edges() == kept.node_edges.back()) continue;
    number[n] = head;
    kept.node_edges.push_back(static_cast<std::uint32_t>(kept.edges()));
  }
  return number[whole.goal()] == kDropped ? empty_like(whole) : kept;
}

}  // namespace dragoman::forest
