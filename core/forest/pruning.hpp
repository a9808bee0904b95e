// A forest made smaller: the edges of its best derivations.
#pragma once

#include <cstddef>

#include "forest/forest.hpp"

namespace dragoman::forest {

/// About `edges` edges (all, if there are not more): those whose best derivation is among the best.
/// Every edge that is kept belongs to a whole derivation that is kept. Edges keep all their data,
/// the order stays, and the words keep their numbers. A forest without any derivation of finite
/// score becomes an empty one.
Forest prune(const Forest& whole, std::size_t edges);

}  // namespace dragoman::forest
