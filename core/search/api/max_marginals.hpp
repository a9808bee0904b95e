// Which edges of a search graph a small forest keeps: those of its best derivations.
//
// The max-marginal of an edge is the score of the best derivation that contains it. Writers compute
// max-marginals from the scores of the search, before they compute the features of any edge,
// because those cost most of the time of writing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "forest/kbest.hpp"

namespace dragoman::search {

/// How large a forest is wanted.
struct ForestSize {
  std::size_t edges;  ///< about so many; 0: any number
  std::size_t nbest;  ///< the edges of so many best derivations; 0: of all
  bool distinct;      ///< derivations with the same text count once

  bool whole() const { return edges == 0 && nbest == 0; }
};

/// Lowers a threshold a little: the max-marginals of the edges of one derivation differ by
/// rounding.
inline float lowered(float max_marginal) {
  return max_marginal - 1e-5F * (1 + std::abs(max_marginal));
}

/// The least max-marginal of the `most` best edges.
inline float marginal_threshold(std::vector<float> max_marginals, std::size_t most) {
  if (most >= max_marginals.size()) return std::numeric_limits<float>::lowest();
  const auto place = max_marginals.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(max_marginals.begin(), place, max_marginals.end(), std::greater<>());
  return lowered(*place);
}

/// The least max-marginal of the edges that a forest of this size keeps. An edge of the n best
/// derivations has at least the max-marginal of the n-th, whose score is found in forests without
/// features: `bare(least)` writes the edges with at least this max-marginal. Among these it is
/// known for sure if its score is at least `least` too: better ones would have no other edges.
/// `length`: edges of a derivation, about.
template <typename Bare>
float marginal_threshold(const std::vector<float>& max_marginals, const ForestSize& size,
                         std::size_t length, Bare&& bare) {
  if (size.nbest == 0) {
    return marginal_threshold(max_marginals, size.edges == 0 ? max_marginals.size() : size.edges);
  }
  // Each edge belongs to a derivation of its max-marginal, and a derivation has about `length`
  // edges. With distinct texts more may be needed.
  for (std::size_t most = size.nbest * (length + 1);; most *= 4) {
    const float least = marginal_threshold(max_marginals, most);
    const forest::Forest edges = bare(least);
    forest::KBest best(edges, {.distinct = size.distinct});
    if (best.has(size.nbest - 1)) {
      const auto last = static_cast<float>(best.score(size.nbest - 1));
      if (last >= least) return std::max(least, lowered(last));
    }
    if (most >= max_marginals.size()) return least;
  }
}

}  // namespace dragoman::search
