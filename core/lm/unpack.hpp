// The n-grams of a binary model, as an ARPA file lists them: the way back from build.hpp.
//
// The compact layout lists its n-grams itself. The hash layout knows only keys. But a key can be
// undone step by step: with the first word of an n-gram, its key gives the key of the n-gram
// without that word, which is in the table before. So the model keeps the first word of every
// n-gram, in the order of the slots. Queries do not read these words. The time is that of sorting
// the n-grams.
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
