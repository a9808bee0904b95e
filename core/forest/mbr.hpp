// Minimum Bayes risk (Kumar and Byrne 2004): the translation that is most similar to all others.
#pragma once

#include <span>
#include <vector>

#include "common/types.hpp"

namespace dragoman::forest {

/// The expected gain of every candidate. The gain is sentence BLEU (n-grams up to 4, add-one
/// smoothed above unigrams) against each candidate in turn, weighted by probabilities proportional
/// to exp(scale * score). The candidate with the greatest gain is the choice.
std::vector<double> mbr_gains(std::span<const std::vector<Symbol>> candidates,
                              std::span<const double> scores, double scale);

}  // namespace dragoman::forest
