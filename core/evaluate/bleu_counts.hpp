// BLEU's sufficient statistics for many candidate translations at once.
//
// For every candidate: its length, the closest reference's length (the shorter of two equally
// close ones), clipped matches for n = 1..order, n-grams for n = 1..order: the same numbers, in the
// same order, as src/dragoman/evaluate/bleu.py.
#pragma once

#include <cstddef>
#include <vector>

#include "common/parallel.hpp"
#include "evaluate/text_lists.hpp"

namespace dragoman::evaluate {

struct BleuCountOptions {
  std::size_t order = 4;
  std::size_t threads = 1;
};

/// One row of 2 + 2 * order numbers per candidate, row by row. Throws ConfigError as
/// check_text_lists does.
std::vector<double> bleu_counts(const TextLists& candidates, const TextLists& references,
                                const BleuCountOptions& options, Monitor& monitor);

}  // namespace dragoman::evaluate
