#include "forest/correction_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "forest/kbest.hpp"

namespace dragoman::forest {
namespace {

/// Rounding must not leave out an edge of a derivation whose other edges are chosen.
constexpr double kRounding = 1e-9;

Lengths length_of(const Forest& forest, EdgeId edge, Symbol s, const std::vector<Lengths>& own) {
  if (s >= 0) return {1, 1};
  return own[forest.tails_of(edge)[static_cast<std::size_t>(kFirstNonTerminal - s)]];
}

}  // namespace

CorrectionQuestion::CorrectionQuestion(const Forest& whole, const Prefix& prefix, double edit_cost)
    : forest(whole),
      words(whole, prefix, true),
      last(words.size()),
      cost(edit_cost),
      inner(inner_nodes(whole)),
      inside(best_scores(whole)),
      outside(best_outside(whole, inside)),
      least(last + 1, 0) {
  for (EdgeId e = 0; e < whole.edges(); ++e) {
    max_marginals.push_back(outside[whole.head[e]] + whole.score[e]);
    for (const NodeId tail : whole.tails_of(e)) max_marginals.back() += inside[tail];
  }
  for (std::size_t j = 0; j < last; ++j) {
    float nearest = 1;
    for (std::size_t w = 0; w < whole.words.size(); ++w) {
      nearest = std::min(nearest, words.distance(j, static_cast<Symbol>(w)));
    }
    least[j + 1] = least[j] + nearest;
  }
}

void Lengths::add(Lengths other) {
  fewest = std::min(fewest, other.fewest);
  most = std::max(most, other.most);
}

Lengths Lengths::operator+(Lengths other) const {
  if (!known() || !other.known()) return {};
  return {fewest + other.fewest, most + other.most};
}

ChosenEdges::ChosenEdges(const CorrectionQuestion& asked, double max_marginal)
    : before_(asked.forest.nodes()) {
  const Forest& forest = asked.forest;
  const bool all = !std::isfinite(max_marginal);
  const double least = max_marginal - kRounding * (1 + std::abs(max_marginal));
  std::vector<Lengths> own(forest.nodes());
  first_.push_back(0);
  for (NodeId node = 0; node < forest.nodes(); ++node) {
    for (EdgeId e = forest.node_edges[node]; e < forest.node_edges[node + 1]; ++e) {
      if (!all && !(asked.max_marginals[e] >= least)) continue;
      edges_.push_back(e);
      Lengths sum{0, 0};
      for (const Symbol s : forest.symbols_of(e)) sum = sum + length_of(forest, e, s, own);
      own[node].add(sum);
    }
    first_.push_back(static_cast<std::uint32_t>(edges_.size()));
  }
  before_[forest.goal()] = {0, 0};
  for (auto node = static_cast<NodeId>(forest.nodes()); node-- > 0;) {
    for (const EdgeId e : of(node)) {
      Lengths sum = before_[node];
      for (const Symbol s : forest.symbols_of(e)) {
        if (s < 0) {
          const auto place = static_cast<std::size_t>(kFirstNonTerminal - s);
          before_[forest.tails_of(e)[place]].add(sum);
        }
        sum = sum + length_of(forest, e, s, own);
      }
    }
  }
}

}  // namespace dragoman::forest
