// What a suffix-array grammar extracts, and how it scores.
#pragma once

#include <vector>

#include "grammar/extract/gap_orientations.hpp"
#include "grammar/extract/phrase_extractor.hpp"
#include "grammar/extract/smoothing.hpp"
#include "grammar/index/consistent_sets.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

class SideCounts;

/// Where p(f|e) comes from: the occurrences of e in the corpus, the rules that were extracted, or
/// counts of all target sides.
enum class InverseScores { kLookup, kSum, kCounts };

struct GappyOptions {
  SideLimits source, target;
  OrientationModel orientation;
  GapOrientation gap_orientation;
  double reordering_smoothing;  ///< added to every orientation's count
  Smoothing smoothing;          ///< of the two phrase probabilities
  RuleStatistics statistics;    ///< what smoothing goes by
  std::size_t top;              ///< keep only so many rules for a source side; 0: all
  std::size_t sample;           ///< use at most so many occurrences of a pattern; 0: all
  InverseScores inverse;
  std::size_t frequent;  ///< keep the matches of pairs of so many frequent words
  std::size_t threads = 1;
  /// Of the target sides without gaps of every segment, with the same limits, if p(f|e) comes from
  /// them.
  std::vector<const SideCounts*> counts = {};
  /// The rules of frequent phrases of the first segment, with the same limits
  /// (frequent_phrases.hpp).
  const RuleTable* phrases = nullptr;
  /// The rules with gaps of the first segment, which are then not looked up.
  const RuleTable* kept = nullptr;
  /// Only patterns that occur in this segment or a later one are looked up.
  std::size_t added_from = 0;
};

/// Throws ConfigError if a number is out of range.
void check(const GappyOptions& options);

inline RuleTableWidths widths_of(const GappyOptions& options) {
  return {.scores = 4,
          .reordering = options.orientation == OrientationModel::kNone ? 0 : kReorderingColumns,
          .counts = kCountColumns};
}

}  // namespace dragoman::grammar
