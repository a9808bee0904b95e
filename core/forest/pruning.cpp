#include "forest/pruning.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "forest/copying.hpp"
#include "forest/kbest.hpp"

namespace dragoman::forest {
namespace {

/// For every edge, the score of the best derivation that contains it.
std::vector<double> max_marginals(const Forest& whole) {
  const std::vector<double> inside = best_scores(whole);
  const std::vector<double> outside = best_outside(whole, inside);
  std::vector<double> max_marginal(whole.edges());
  for (EdgeId e = 0; e < whole.edges(); ++e) {
    max_marginal[e] = outside[whole.head[e]] + whole.score[e];
    for (const NodeId tail : whole.tails_of(e)) max_marginal[e] += inside[tail];
  }
  return max_marginal;
}

/// Edges whose max-marginal is at least this are kept. The threshold is a little below the
/// max-marginal of the last kept edge, so that rounding does not drop edges of a derivation whose
/// other edges are kept.
double threshold(std::vector<double> max_marginal, std::size_t edges) {
  const double least = -std::numeric_limits<double>::max();
  if (edges >= max_marginal.size()) return least;
  const auto place = max_marginal.begin() + static_cast<std::ptrdiff_t>(edges);
  std::nth_element(max_marginal.begin(), place, max_marginal.end(), std::greater<>());
  return std::max(least, *place - 1e-9 * (1 + std::abs(*place)));
}

/// The edges with at least this max-marginal.
Forest keep(const Forest& whole, const std::vector<double>& max_marginal, double least) {
  Forest kept = begun_like(whole);
  constexpr NodeId kDropped = std::numeric_limits<NodeId>::max();
  std::vector<NodeId> number(whole.nodes(), kDropped);  // of each node in the new forest
  std::vector<NodeId> tails;
  for (NodeId n = 0; n < whole.nodes(); ++n) {
    const auto head = static_cast<NodeId>(kept.nodes());
    for (EdgeId e = whole.node_edges[n]; e < whole.node_edges[n + 1]; ++e) {
      tails.clear();
      for (const NodeId tail : whole.tails_of(e)) tails.push_back(number[tail]);
      if (max_marginal[e] < least || std::ranges::find(tails, kDropped) != tails.end()) continue;
      append_edge(whole, e, head, tails, kept);
    }
    if (kept.edges() == kept.node_edges.back()) continue;
    number[n] = head;
    kept.node_edges.push_back(static_cast<std::uint32_t>(kept.edges()));
  }
  return number[whole.goal()] == kDropped ? empty_like(whole) : kept;
}

}  // namespace

Forest prune(const Forest& whole, std::size_t edges) {
  if (whole.nodes() == 0) return empty_like(whole);
  const std::vector<double> max_marginal = max_marginals(whole);
  return keep(whole, max_marginal, threshold(max_marginal, edges));
}

Forest prune_to_best(const Forest& whole, std::size_t count, bool distinct) {
  KBest best(whole, {.distinct = distinct});
  if (whole.nodes() == 0 || count == 0 || !best.has(count - 1)) return whole;
  const double last = best.score(count - 1);
  return keep(whole, max_marginals(whole), last - 1e-9 * (1 + std::abs(last)));
}

Forest only(const Forest& whole, std::span<const EdgeId> derivation) {
  if (derivation.empty()) return empty_like(whole);
  Forest kept = begun_like(whole);
  std::vector<NodeId> open;  // nodes that are no tails yet
  for (const EdgeId e : derivation) {
    const auto first = open.end() - static_cast<std::ptrdiff_t>(whole.tails_of(e).size());
    const std::vector<NodeId> tails(first, open.end());
    open.erase(first, open.end());
    open.push_back(static_cast<NodeId>(kept.nodes()));
    append_edge(whole, e, open.back(), tails, kept);
    kept.node_edges.push_back(static_cast<std::uint32_t>(kept.edges()));
  }
  return kept;
}

}  // namespace dragoman::forest
