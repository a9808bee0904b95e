// Writes models as ARPA text. Numbers are the shortest decimals that read back as the same floats.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "common/parallel.hpp"
#include "common/vocabulary.hpp"
#include "lm/levels.hpp"
#include "lm/ngrams.hpp"

namespace dragoman::lm {

using Sink = std::function<void(std::string_view)>;

/// Writes the levels after estimation, without pruned n-grams.
void write_arpa(const std::vector<Level>& levels, const Vocabulary& vocabulary, std::size_t threads,
                const Sink& sink, Monitor& monitor);

/// Writes a model in memory. Throws Error if it was linked.
void write_arpa(const Ngrams& ngrams, const Sink& sink);

}  // namespace dragoman::lm
