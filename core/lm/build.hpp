// Turns a model in memory into the arrays of a binary model (ModelView).
#pragma once

#include <cstdint>
#include <vector>

#include "lm/ngrams.hpp"

namespace dragoman::lm {

struct ModelArrays {
  std::vector<float> unigrams;
  std::vector<std::uint64_t> hash;
  std::vector<std::uint32_t> first_words;  // of the n-grams in `hash`, slot by slot (unpack.hpp)
  std::vector<std::uint64_t> compact;
  std::vector<float> codebook;
};

/// Widths of quantised values in the compact layout, 2 to 24 bits; 0 keeps whole floats.
struct CompactOptions {
  int probability_bits = 0;
  int backoff_bits = 0;
};

/// The fast layout. Marks the n-grams (link.hpp); afterwards they cannot be used for anything else.
ModelArrays build_hash(Ngrams& ngrams);

/// The compact layout, likewise.
ModelArrays build_compact(Ngrams& ngrams, const CompactOptions& options);

/// Probability and back-off of every word, for either layout, after linking.
std::vector<float> unigram_array(const Ngrams& ngrams);

}  // namespace dragoman::lm
