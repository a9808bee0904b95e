// Forests made of edges of another forest: pruned ones, and those of a typed beginning.
#pragma once

#include <span>

#include "forest/forest.hpp"

namespace dragoman::forest {

/// A forest without nodes that has the features and the words of another one.
Forest empty_like(const Forest& whole);

/// The same, ready for its first edge.
Forest begun_like(const Forest& whole);

/// Appends an edge of `whole` with another head and other tails; edges come sorted by head.
void append_edge(const Forest& whole, EdgeId e, NodeId head, std::span<const NodeId> tails,
                 Forest& kept);

}  // namespace dragoman::forest
