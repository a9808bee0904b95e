// One way to translate a span of a sentence in one step.
#pragma once

#include <cstdint>

#include "search/options/language_contexts.hpp"
#include "search/options/orientation.hpp"
#include "search/shared/rule_kinds.hpp"

namespace dragoman::search {

inline constexpr std::uint32_t kNoGaps = 0xFFFFFFFF;

struct TranslationOption {
  float score;               ///< weighted rule scores and penalties
  float estimate;            ///< score plus the language models' score of the phrase alone
                             ///< and what else is expected of it
  float bound;               ///< score plus the most that language models and reordering can add
  std::uint32_t begin, end;  ///< the source words [begin, end)
  TargetId target;
  RuleId rule;
  /// Options with equal numbers have the same future: they end at the same word and, with
  /// lexicalised reordering, begin at the same word and have the same forward scores.
  std::uint32_t identity;
  float backward[kOrientations];  ///< weighted
  float forward[kOrientations];   ///< weighted
  float forward_bound;            ///< the greatest of forward
  float expected = 0;             ///< the part of the estimate of features of the search
  std::uint32_t gaps = kNoGaps;   ///< for GappedOptions::gaps(); kNoGaps if it has no gaps

  /// Whether the option comes from a rule of the table.
  bool from_rule() const { return from_table(rule); }
};

}  // namespace dragoman::search
