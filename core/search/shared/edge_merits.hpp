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

namespace dragoman::search {

/// The least merit of the `most` best edges; a little less, because the merits of the edges of one
/// derivation differ by rounding.
inline float least_merit(std::vector<float> merits, std::size_t most) {
  if (most >= merits.size()) return -std::numeric_limits<float>::infinity();
  const auto place = merits.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(merits.begin(), place, merits.end(), std::greater<>());
  return *place - 1e-5F * (1 + std::abs(*place));
}

}  // namespace dragoman::search
