// Static linear interpolation: one back-off model that mixes several, as SRILM's `ngram -mix-lm`
// makes it.
//
// Its n-grams are all that any of the models lists, with p(w | h) = sum of weight_i p_i(w | h).
// Back-offs are computed anew so that every context sums to one. A word that a model does not have
// gets nothing from it.
#pragma once

#include <memory>
#include <span>

#include "lm/model.hpp"
#include "lm/ngrams.hpp"

namespace dragoman::lm {

/// One model in both forms: its lists (not linked), and for queries.
struct Component {
  const Ngrams* ngrams;
  const Model* model;
  double weight;
};

/// Throws ConfigError unless the weights are positive.
std::unique_ptr<Ngrams> interpolate(std::span<const Component> components);

}  // namespace dragoman::lm
