// Makes a forest smaller: keeps the edges of its best derivations.
#pragma once

#include <cstddef>
#include <span>

#include "forest/forest.hpp"

namespace dragoman::forest {

/// Keeps about `edges` edges (all, if there are not more): those whose best derivation is among the
/// best. Every kept edge belongs to a whole derivation that is kept. Edges keep all their data and
/// their order, and the words keep their numbers. If no derivation has a finite score, the result
/// is an empty forest.
Forest prune(const Forest& whole, std::size_t edges);

/// Keeps the edges of the `count` best derivations, in the same way; `distinct`: derivations with
/// the same text count once.
Forest prune_to_best(const Forest& whole, std::size_t count, bool distinct);

/// A derivation alone: its edges, every edge after those of its tails (as KBest gives them).
Forest only(const Forest& whole, std::span<const EdgeId> derivation);

}  // namespace dragoman::forest
