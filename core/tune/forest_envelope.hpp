// The upper envelope of all derivations of a forest along a direction (Kumar et al. 2009): a
// semiring whose sum is the envelope of a union and whose product is the Minkowski sum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "forest/forest.hpp"

namespace dragoman::tune {

/// The goal's envelope: from starts[i] on, the best derivation yields words[text[i], text[i+1])
/// (numbers of the forest's words) and has the line (slopes[i], intercepts[i]).
struct ForestEnvelope {
  std::vector<double> starts, slopes, intercepts;
  std::vector<std::uint64_t> text;
  std::vector<Symbol> words;
};

/// A line through weight space, and the part of it, from low to high, in which the envelope is
/// needed. Outside of this part the result is not defined.
struct ForestLine {
  std::span<const double> weights;
  std::span<const double> direction;
  double low;
  double high;
};

/// Throws ConfigError unless weights and direction have one number per feature. An empty forest has
/// an empty envelope. Takes milliseconds, and no threads of its own.
ForestEnvelope forest_envelope(const forest::Forest& forest, const ForestLine& line);

}  // namespace dragoman::tune
