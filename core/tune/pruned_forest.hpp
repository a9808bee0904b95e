// A decoder's forest made small enough for line searches: the edges of its best derivations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "forest/forest.hpp"
#include "tune/forest_envelope.hpp"

namespace dragoman {

/// A Hypergraph that owns its arrays; its symbols number the words of the forest it was made from.
struct PrunedForest {
  std::vector<std::uint64_t> node, tail, symbol;
  std::vector<std::uint32_t> tails;
  std::vector<Symbol> symbols;
  std::vector<double> features;
};

/// About `edges` edges (all, if there are not more): those whose best derivation is among the best.
/// Whatever is kept belongs to a whole derivation that is kept. An empty forest stays without
/// derivations.
PrunedForest prune_forest(const forest::Forest& whole, std::size_t edges);

}  // namespace dragoman
