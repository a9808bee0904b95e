#include "tune/pruned_forest.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "forest/kbest.hpp"

namespace dragoman {
namespace {

using forest::EdgeId;
using forest::NodeId;

/// Of every edge, the score of the best derivation that contains it.
std::vector<double> merits(const forest::Forest& whole) {
  const std::vector<double> inside = forest::best_scores(whole);
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

/// Edges whose merit is at least this are kept; rounding must not cut derivations apart.
double threshold(std::vector<double> merit, std::size_t edges) {
  const double least = -std::numeric_limits<double>::max();
  if (edges >= merit.size()) return least;
  const auto place = merit.begin() + static_cast<std::ptrdiff_t>(edges);
  std::nth_element(merit.begin(), place, merit.end(), std::greater<>());
  return std::max(least, *place - 1e-9 * (1 + std::abs(*place)));
}

}  // namespace

PrunedForest prune_forest(const forest::Forest& whole, std::size_t edges) {
  PrunedForest kept{{0}, {0}, {0}, {}, {}, {}};
  if (whole.nodes() == 0) {
    kept.node.push_back(0);
    return kept;
  }
  const std::vector<double> merit = merits(whole);
  const double least = threshold(merit, edges);
  constexpr NodeId kDropped = std::numeric_limits<NodeId>::max();
  std::vector<NodeId> number(whole.nodes(), kDropped);
  for (NodeId n = 0; n < whole.nodes(); ++n) {
    for (EdgeId e = whole.node_edges[n]; e < whole.node_edges[n + 1]; ++e) {
      const auto tails = whole.tails_of(e);
      const auto dropped = [&](NodeId tail) { return number[tail] == kDropped; };
      if (merit[e] < least || std::any_of(tails.begin(), tails.end(), dropped)) continue;
      for (const NodeId tail : tails) kept.tails.push_back(number[tail]);
      kept.tail.push_back(kept.tails.size());
      for (const Symbol symbol : whole.symbols_of(e)) {
        kept.symbols.push_back(symbol >= 0 ? symbol : symbol + 1);
      }
      kept.symbol.push_back(kept.symbols.size());
      const auto features = whole.features_of(e);
      kept.features.insert(kept.features.end(), features.begin(), features.end());
    }
    const std::size_t end = kept.tail.size() - 1;
    if (end == kept.node.back() && n != whole.goal()) continue;
    number[n] = static_cast<NodeId>(kept.node.size() - 1);
    kept.node.push_back(end);
  }
  return kept;
}

}  // namespace dragoman
