// Where a step of a derivation comes from if not from a rule of the table.
#pragma once

#include <cstdint>

#include "forest/forest.hpp"
#include "forest/relaxed_codes.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search {

inline constexpr RuleId kUnknownRule = 0xFFFFFFFF;
inline constexpr RuleId kZoneRule = 0xFFFFFFFE;
inline constexpr RuleId kPieceRule = 0xFFFFFFFD;  ///< a later piece of a target side
inline constexpr RuleId kGlueRule = 0xFFFFFFFC;
// What relaxed forced decoding adds: inserted words (with glue, or for a word that has others too),
// a word without a translation, a word for a word.
inline constexpr RuleId kInsertedRule = 0xFFFFFFFB;
inline constexpr RuleId kDeletedRule = 0xFFFFFFFA;
inline constexpr RuleId kBackOffRule = 0xFFFFFFF9;

inline constexpr bool from_table(RuleId rule) { return rule < kBackOffRule; }
inline constexpr bool is_added(RuleId rule) { return rule >= kBackOffRule && rule < kGlueRule; }

/// The code of an edge of a forest.
inline std::int64_t forest_code(RuleId rule) {
  switch (rule) {
    case kUnknownRule:
      return forest::kUnknownWord;
    case kZoneRule:
      return forest::kZone;
    case kGlueRule:
      return forest::kGlue;
    case kInsertedRule:
      return forest::kInserted;
    case kDeletedRule:
      return forest::kDeleted;
    case kBackOffRule:
      return forest::kBackOff;
    default:
      return rule;
  }
}

}  // namespace dragoman::search
