// A table of the phrases of a word-aligned bitext: all that have no gap, and those with gaps
// (Galley & Manning 2010) that were seen often enough to be worth a place.
//
//   Lexicon lexicon(corpus, monitor);
//   RuleTableArrays arrays = extract_gappy(corpus, lexicon, options, monitor);
//
// Nearly all pairs with gaps are seen once: 98 of 100 in 200,000 pairs of sentences. They count for
// the probabilities of the others, but are never stored: a first look at the text tells which pairs
// may have been seen twice, a second one looks closer, and a third takes their occurrences.
#pragma once

#include <filesystem>

#include "common/parallel.hpp"
#include "grammar/extract/gap_orientations.hpp"
#include "grammar/extract/lexicon.hpp"
#include "grammar/extract/phrase_extractor.hpp"
#include "grammar/extract/smoothing.hpp"
#include "grammar/index/aligned_corpus.hpp"
#include "grammar/index/consistent_sets.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

struct GappyTableOptions {
  SideLimits source, target;
  OrientationModel orientation;
  GapOrientation gap_orientation;
  double reordering_smoothing;  ///< added to every orientation's count
  Smoothing smoothing;          ///< of the two phrase probabilities
  std::size_t top;              ///< keep only so many rules for a source side; 0: all
  std::size_t least;            ///< keep pairs with gaps that were seen so often
  bool contiguous;              ///< keep those without gaps too
  /// Bytes of phrase pairs, a half as they are found and an eighth scored; the rest goes to disk.
  std::size_t memory;
  std::filesystem::path directory = ".";  ///< an existing directory for what goes to disk
  std::size_t threads = 1;
};

/// Throws ConfigError if an option is out of range.
void check(const GappyTableOptions& options);

RuleTableWidths gappy_table_widths(const GappyTableOptions& options);

/// The corpus must have been checked. The table is the same for any number of threads and any
/// memory limit; if it does not fit, its arrays of rules are in the directory (RuleFiles).
RuleTableArrays extract_gappy(const AlignedCorpus& corpus, const Lexicon& lexicon,
                              const GappyTableOptions& options, Monitor& monitor);

}  // namespace dragoman::grammar
