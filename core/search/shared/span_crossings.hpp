// Cohesion of hierarchical derivations: how many subtrees of the source a rule's span crosses.
//
// A span crosses a subtree if both have words in common and each has words that the other lacks.
// The translation of a rule's span is one piece of the target text, so that a subtree of which it
// holds only a part is torn apart or has to share its place (Marton and Resnik 2008 count the same
// for constituents). A subtree counts as the span from its first to its last word. Glue, which
// reorders nothing, is not counted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/shared/model_parts.hpp"

namespace dragoman::search {

class SpanCrossings {
 public:
  explicit SpanCrossings(const ModelParts& model)
      : place_(model.layout->first(Block::kCrossings)), weights_(model.weights) {}

  /// Begins a sentence. `heads`: of its words, -1 for roots; empty: there is no tree, and nothing
  /// is counted.
  void reset(std::span<const std::int32_t> heads);

  float score(std::uint32_t begin, std::uint32_t end) const {
    return subtrees_.empty() ? 0 : static_cast<float>(weights_[place_] * value(begin, end));
  }
  void explain(std::uint32_t begin, std::uint32_t end, float* row) const {
    if (!subtrees_.empty()) row[place_] += static_cast<float>(value(begin, end));
  }

 private:
  /// Minus the number of subtrees that a span crosses.
  double value(std::uint32_t begin, std::uint32_t end) const;

  struct Subtree {
    std::uint32_t begin, end;
  };
  std::size_t place_;
  std::span<const double> weights_;
  std::vector<Subtree> subtrees_;
};

}  // namespace dragoman::search
