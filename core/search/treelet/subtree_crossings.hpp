// Cohesion of the source tree in the treelet decoder: how many of its subtrees a pi-constituent
// crosses.
//
// A pi-constituent is a set of source words (Carreras & Collins 2009, section 4.2). It crosses a
// subtree if both have words in common and each has words that the other lacks: a part of the
// subtree then hangs below one treelet of the target, and the rest elsewhere. The count depends on
// the derivation alone, not on the order of its steps, and needs no state.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/shared/model_parts.hpp"

namespace dragoman::search::treelet {

class SubtreeCrossings {
 public:
  explicit SubtreeCrossings(const ModelParts& model)
      : place_(model.layout->first(Block::kCrossings)),
        weight_(place_ == FeatureLayout::kAbsent ? 0 : static_cast<float>(model.weights[place_])) {}

  /// Begins a sentence of at most 64 words. `heads`: of its words, -1 for roots; empty: there is no
  /// tree, and nothing is counted.
  void reset(std::span<const std::int32_t> heads);

  /// The subtrees that a set of words crosses.
  std::uint8_t count(std::uint64_t words);
  float cost(std::uint8_t crossed) const { return weight_ * static_cast<float>(crossed); }
  void explain(std::uint8_t crossed, float* row) const {
    if (place_ != FeatureLayout::kAbsent) row[place_] -= static_cast<float>(crossed);
  }

 private:
  std::size_t place_;
  float weight_;
  std::vector<std::uint64_t> subtrees_;
  std::unordered_map<std::uint64_t, std::uint8_t> known_;
};

}  // namespace dragoman::search::treelet
