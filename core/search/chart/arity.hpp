// Counts of rules by their number of non-terminals, for hierarchical models (Chiang 2007 penalises
// hierarchical phrases; the three counts are cdec's Arity features). Glue is not counted.
#pragma once

#include <algorithm>
#include <cstddef>

#include "search/shared/model_parts.hpp"

namespace dragoman::search::chart {

class Arity {
 public:
  explicit Arity(const ModelParts& model)
      : place_(model.layout->first(Block::kArity)), weights_(model.weights) {}

  double score(std::size_t non_terminals) const { return weights_[place(non_terminals)]; }
  void explain(std::size_t non_terminals, float* row) const { row[place(non_terminals)] += 1; }

 private:
  std::size_t place(std::size_t n) const { return place_ + std::min<std::size_t>(n, 2); }

  std::size_t place_;
  std::span<const double> weights_;
};

}  // namespace dragoman::search::chart
