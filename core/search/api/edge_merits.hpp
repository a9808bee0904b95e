// Which edges of a search graph a small forest keeps: those of its best derivations.
//
// The merit of an edge is the score of the best derivation that contains it. Writers compute merits
// from the scores of the search, before they compute the features of any edge, because those cost
// most of the time of writing.
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
  std::size_t edges = 0;  ///< about so many; 0: any number
  std::size_t nbest = 0;  ///< the edges of so many best derivations; 0: of all
  bool distinct = true;   ///< derivations with the same text count once

  bool whole() const { return edges == 0 && nbest == 0; }
};

/// A little less: the merits of the edges of one derivation differ by rounding.
inline float lowered(float merit) { return merit - 1e-5F * (1 + std::abs(merit)); }

/// The least merit of the `most` best edges.
inline float least_merit(std::vector<float> merits, std::size_t most) {
  if (most >= merits.size()) return std::numeric_limits<float>::lowest();
  const auto place = merits.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(merits.begin(), place, merits.end(), std::greater<>());
  return lowered(*place);
}

/// The least merit of the edges that a forest of this size keeps. An edge of the n best derivations
/// has at least the merit of the n-th, whose score is found in forests without features:
/// `bare(least)` writes the edges with at least this merit. `length`: edges of a derivation, about.
template <typename Bare>
float least_merit(const std::vector<float>& merits, const ForestSize& size, std::size_t length,
                  Bare&& bare) {
  if (size.nbest == 0) {
    return least_merit(merits, size.edges == 0 ? merits.size() : size.edges);
  }
  // Each edge belongs to a derivation of its merit, and a derivation has about `length` edges. With
  // distinct texts more may be needed.
  for (std::size_t most = size.nbest * (length + 1);; most *= 4) {
    const float least = least_merit(merits, most);
    const forest::Forest edges = bare(least);
    forest::KBest best(edges, {.distinct = size.distinct});
    if (best.has(size.nbest - 1)) {
      return std::max(least, lowered(static_cast<float>(best.score(size.nbest - 1))));
    }
    if (most >= merits.size()) return least;
  }
}

}  // namespace dragoman::search
