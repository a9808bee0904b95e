// Grammars from a suffix array (Lopez 2007; Galley & Manning 2010, section 2): all rules of a
// training corpus, contiguous or with gaps, whose source side occurs in given sentences.
//
//   GappyModels models{source, target, lexicon, nullptr, nullptr};
//   RuleTableArrays arrays = extract_gappy(models, lines, options, monitor);
//
// Patterns are visited depth first from their first word, together with all their places in the
// sentences and in the corpus. Each is looked up once, and only those that occur are extended.
#pragma once

#include <span>

#include "common/parallel.hpp"
#include "grammar/gappy_options.hpp"
#include "grammar/gappy_scorer.hpp"

namespace dragoman::grammar {

/// A word of the sentences that the corpus does not have; gaps may run over it.
inline constexpr WordId kUnknownWord = kLineEnd - 1;

/// `text` holds the sentences, each closed by kLineEnd. It may be the corpus itself: then all rules
/// of the corpus are extracted. The table is the same for any number of threads.
RuleTableArrays extract_gappy(const GappyModels& models, std::span<const WordId> text,
                              const GappyOptions& options, Monitor& monitor);

}  // namespace dragoman::grammar
