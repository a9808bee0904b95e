// The n-grams of a binary model, as an ARPA file lists them: the way back from build.hpp.
//
// The compact layout lists its n-grams itself. The hash layout knows only keys, so n-grams are
// found by trying: a model is closed under dropping the first and the last word (link.hpp), so that
// the n-grams that end in w2 ... wn are among those whose first words w1 ... w(n-1) are n-grams
// too. For pairs of words all are tried; the time is that of the vocabulary's square, a few seconds
// for 100,000 words.
#pragma once

#include <cstddef>
#include <memory>

#include "common/parallel.hpp"
#include "lm/model.hpp"
#include "lm/ngrams.hpp"

namespace dragoman::lm {

/// All n-grams of the model, those that linking inserted included: they change no probability.
/// Throws ModelError if the model's tables hold n-grams that cannot be reached.
std::unique_ptr<Ngrams> unpack(const Model& model, std::size_t threads, Monitor& monitor);

}  // namespace dragoman::lm
