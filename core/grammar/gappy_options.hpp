// What a suffix-array grammar extracts, and how it scores.
#pragma once

#include "grammar/consistent_sets.hpp"
#include "grammar/phrase_extractor.hpp"
#include "grammar/rule_table_builder.hpp"
#include "grammar/smoothing.hpp"

namespace dragoman::grammar {

/// Where p(f|e) comes from: the occurrences of e in the corpus, or the rules that were extracted.
enum class InverseScores { kLookup, kSum };

struct GappyOptions {
  SideLimits source, target;
  OrientationModel orientation = OrientationModel::kWord;  ///< kNone or kWord
  double reordering_smoothing = 0.5;                       ///< added to every orientation's count
  Smoothing smoothing = Smoothing::kKneserNey;             ///< of the two phrase probabilities
  RuleStatistics statistics;                               ///< what smoothing goes by
  std::size_t top = 0;       ///< keep only so many rules for a source side; 0: all
  std::size_t sample = 300;  ///< use at most so many occurrences of a pattern; 0: all
  InverseScores inverse = InverseScores::kLookup;
  std::size_t frequent = 100;  ///< keep the matches of pairs of so many frequent words
  std::size_t threads = 1;
};

/// Throws ConfigError if a number is out of range.
void check(const GappyOptions& options);

inline RuleTableWidths widths_of(const GappyOptions& options) {
  return {.scores = 4,
          .reordering = options.orientation == OrientationModel::kNone ? 0 : kReorderingColumns,
          .counts = kCountColumns};
}

}  // namespace dragoman::grammar
