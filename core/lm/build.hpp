// Turns a model in memory into the arrays of a binary model (ModelView).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lm/ngrams.hpp"

namespace dragoman::lm {

struct ModelArrays {
  std::vector<float> unigrams;
  std::vector<std::uint64_t> hash;
};

/// The fast layout. Marks the n-grams (link.hpp), which are of no use for anything else afterwards.
ModelArrays build_hash(Ngrams& ngrams);

}  // namespace dragoman::lm
