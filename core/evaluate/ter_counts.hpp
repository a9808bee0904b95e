// TER's sufficient statistics for many candidate translations at once.
//
// The greedy search for shifts and the beamed edit distance follow Tercom as sacreBLEU renders it
// (its lib_ter.py), choice by choice, so that the numbers are the same.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "evaluate/text_lists.hpp"

namespace dragoman::evaluate {

/// The fewest shifts, insertions, deletions and substitutions that the greedy search finds.
std::size_t ter_edits(std::span<const WordId> hypothesis, std::span<const WordId> reference);

/// Two numbers per candidate, row by row: the fewest edits over its references, and the
/// references' mean length. Throws ConfigError as check_text_lists does.
std::vector<double> ter_counts(const TextLists& candidates, const TextLists& references,
                               std::size_t threads, Monitor& monitor);

}  // namespace dragoman::evaluate
