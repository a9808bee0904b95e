// BLEU's sufficient statistics for many candidate translations at once.
//
// For every candidate: its length, the closest reference's length (the shorter of two equally
// close ones), clipped matches for n = 1..order, n-grams for n = 1..order: the same numbers, in the
// same order, as src/dragoman/evaluate/bleu.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "common/types.hpp"

namespace dragoman {

/// Texts laid end to end and grouped by sentence: text t is words[text[t], text[t+1]), sentence s
/// owns the texts [sentence[s], sentence[s+1]).
struct TextLists {
  std::span<const WordId> words;
  std::span<const std::uint64_t> text;
  std::span<const std::uint64_t> sentence;
};

struct BleuCountOptions {
  std::size_t order = 4;
  std::size_t threads = 1;
};

/// One row of 2 + 2 * order numbers per candidate, row by row. Throws ConfigError if the lists do
/// not have the same number of sentences, offsets are not increasing, or a sentence lacks
/// references.
std::vector<double> bleu_counts(const TextLists& candidates, const TextLists& references,
                                const BleuCountOptions& options, Monitor& monitor);

}  // namespace dragoman
