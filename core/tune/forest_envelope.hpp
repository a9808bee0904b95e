// The upper envelope of all derivations of a forest along a direction (Kumar et al. 2009): a
// semiring whose sum is the envelope of a union and whose product is the Minkowski sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/types.hpp"

namespace dragoman {

/// A hypergraph. Nodes are in topological order, tails before heads, and the last node is the goal.
/// Node n is the head of the edges [node[n], node[n+1]); edge e has the tail nodes
/// tails[tail[e], tail[e+1]), the features [e * width, (e+1) * width) and the target side
/// symbols[symbol[e], symbol[e+1]): a value >= 0 is a word, -1, -2, ... the first, second, ...
/// tail.
struct Hypergraph {
  std::span<const std::uint64_t> node;
  std::span<const std::uint64_t> tail;
  std::span<const std::uint32_t> tails;
  std::span<const double> features;
  std::size_t width = 0;
  std::span<const std::uint64_t> symbol;
  std::span<const Symbol> symbols;
};

/// The goal's envelope: from starts[i] on, the best derivation yields words[text[i], text[i+1])
/// and has the line (slopes[i], intercepts[i]).
struct ForestEnvelope {
  std::vector<double> starts, slopes, intercepts;
  std::vector<std::uint64_t> text;
  std::vector<Symbol> words;
};

/// A line through weight space, and the part of it, from low to high, in which the envelope is
/// wanted; outside it may be anything.
struct ForestLine {
  std::span<const double> weights;
  std::span<const double> direction;
  double low;
  double high;
};

/// Throws ConfigError if the arrays are no such hypergraph. A goal without derivations has an
/// empty envelope. Takes milliseconds, and no threads of its own.
ForestEnvelope forest_envelope(const Hypergraph& forest, const ForestLine& line);

}  // namespace dragoman
