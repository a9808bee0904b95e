// Static linear interpolation: makes one back-off model that mixes several, like SRILM's `ngram
// -mix-lm`.
//
// Its n-grams are all n-grams that any of the models lists, with p(w | h) = sum of weight_i p_i(w |
// h). Back-offs are computed anew so that every context sums to one. A model that does not have a
// word gives it no probability.
#pragma once

#include <memory>
#include <span>

#include "lm/model.hpp"
#include "lm/ngrams.hpp"

namespace dragoman::lm {

/// One model in two forms: its lists (not linked), and a model for queries.
struct Component {
  const Ngrams* ngrams;
  const Model* model;
  double weight;
};

/// Throws ConfigError unless the weights are positive, and Error if lists were linked.
std::unique_ptr<Ngrams> interpolate(std::span<const Component> components);

}  // namespace dragoman::lm
