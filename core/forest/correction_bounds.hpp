// Bounds for the correction of a typed beginning (nearest_prefix.hpp): what derivations can reach
// at best, so that those that cannot be the best one need not be looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "forest/forest.hpp"
#include "forest/prefix_words.hpp"

namespace dragoman::forest {

/// A typed beginning, and what is known before anything is corrected.
struct CorrectionQuestion {
  CorrectionQuestion(const Forest& whole, const Prefix& prefix, double edit_cost);

  const Forest& forest;
  PrefixWords words;
  std::size_t last;  ///< words that were typed
  double cost;       ///< of a correction
  std::vector<bool> inner;
  std::vector<double> inside, outside;  ///< of each node, without corrections
  std::vector<double> max_marginals;    ///< of each edge: the score of the best derivation with it
  /// The corrections that the first words of the prefix need at least: no word of the forest may
  /// come near one of them.
  std::vector<double> least;
};

/// How many words a node has, or how many stand before it, in the derivations that are looked at.
struct Lengths {
  static constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();
  std::size_t fewest = kUnknown, most = 0;

  bool known() const { return fewest != kUnknown; }
  void add(Lengths other);
  Lengths operator+(Lengths other) const;
};

/// The edges of derivations that have at least some score without corrections.
class ChosenEdges {
 public:
  ChosenEdges(const CorrectionQuestion& asked, double max_marginal);

  std::span<const EdgeId> of(NodeId node) const {
    return {edges_.data() + first_[node], edges_.data() + first_[node + 1]};
  }
  /// The words before a node.
  Lengths before(NodeId node) const { return before_[node]; }

 private:
  std::vector<std::uint32_t> first_;  ///< the first edge of each node, in edges_
  std::vector<EdgeId> edges_;
  std::vector<Lengths> before_;
};

}  // namespace dragoman::forest
