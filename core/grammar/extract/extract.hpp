// Phrase extraction from a word-aligned bitext, from sentence pairs to the arrays of a rule table.
//
//   Lexicon lexicon(corpus, monitor);
//   RuleTableArrays arrays = extract_phrases(corpus, lexicon, options, monitor);
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

#include "common/parallel.hpp"
#include "grammar/extract/lexicon.hpp"
#include "grammar/extract/phrase_extractor.hpp"
#include "grammar/extract/smoothing.hpp"
#include "grammar/index/aligned_corpus.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

struct ExtractOptions {
  std::size_t max_length;        ///< words on either side
  OrientationModel orientation;  ///< which reordering model
  double reordering_smoothing;   ///< added to every orientation's count
  Smoothing smoothing;           ///< of the two phrase probabilities
  std::size_t top;               ///< keep only so many rules for a source phrase; 0: all
  /// Drop pairs whose co-occurrence is not significant (see SignificanceFilter); none: keep all.
  std::optional<double> significance;
  /// Bytes of phrase pairs, a half as they are found and an eighth scored; the rest goes to disk.
  std::size_t memory;
  std::filesystem::path directory = ".";  ///< an existing directory for what goes to disk
  std::size_t threads = 1;
};

RuleTableWidths widths_of(const ExtractOptions& options);

/// The corpus must have been checked. The table is the same for any number of threads and any
/// memory limit; if it does not fit, its arrays of rules are in the directory (RuleFiles).
RuleTableArrays extract_phrases(const AlignedCorpus& corpus, const Lexicon& lexicon,
                                const ExtractOptions& options, Monitor& monitor);

}  // namespace dragoman::grammar
