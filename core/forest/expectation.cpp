#include "forest/expectation.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace dragoman::forest {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kImpossible ? a : a + std::log1p(std::exp(b - a));
}

}  // namespace

Expectation expectation(const Forest& forest, double scale, bool features) {
  Expectation result;
  result.edge_posterior.assign(forest.edges(), 0);
  result.features.assign(forest.feature_count, 0);
  if (forest.nodes() == 0) return result;
  std::vector<double> inside(forest.nodes(), kImpossible), outside(forest.nodes(), kImpossible);
  const auto inner = [&](EdgeId e) {
    double sum = scale * forest.score[e];
    for (const NodeId tail : forest.tails_of(e)) sum += inside[tail];
    return sum;
  };
  for (NodeId n = 0; n < forest.nodes(); ++n) {
    for (EdgeId e = forest.node_edges[n]; e < forest.node_edges[n + 1]; ++e) {
      inside[n] = log_add(inside[n], inner(e));
    }
  }
  result.log_sum = inside[forest.goal()];
  if (result.log_sum == kImpossible) return result;
  outside[forest.goal()] = 0;
  for (NodeId n = static_cast<NodeId>(forest.nodes()); n-- > 0;) {
    for (EdgeId e = forest.node_edges[n]; e < forest.node_edges[n + 1]; ++e) {
      const double through = outside[n] + inner(e);
      if (through == kImpossible || std::isnan(through)) continue;
      for (const NodeId tail : forest.tails_of(e)) {
        outside[tail] = log_add(outside[tail], through - inside[tail]);
      }
      const double posterior = std::exp(through - result.log_sum);
      result.edge_posterior[e] = posterior;
      if (!features) continue;
      const auto row = forest.features_of(e);
      for (std::size_t f = 0; f < row.size(); ++f) result.features[f] += posterior * row[f];
    }
  }
  return result;
}

}  // namespace dragoman::forest
