// Where a step of a derivation comes from if not from a rule of the table: the kinds of a forest's
// edges (forest/edge_kinds.hpp) as the last numbers of rules.
#pragma once

#include <cstdint>

#include "forest/edge_kinds.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search {

inline constexpr RuleId rule_of_kind(std::int64_t kind) {
  return static_cast<RuleId>(static_cast<std::int32_t>(kind));
}

inline constexpr RuleId kUnknownRule = rule_of_kind(forest::kUnknownWord);
inline constexpr RuleId kZoneRule = rule_of_kind(forest::kZone);
inline constexpr RuleId kGlueRule = rule_of_kind(forest::kGlue);
inline constexpr RuleId kPieceRule = rule_of_kind(forest::kLaterPiece);  ///< of a target side
// What relaxed forced decoding adds: inserted words (with glue, or for a word that has others too),
// a word without a translation, a word for a word.
inline constexpr RuleId kInsertedRule = rule_of_kind(forest::kInserted);
inline constexpr RuleId kDeletedRule = rule_of_kind(forest::kDeleted);
inline constexpr RuleId kBackOffRule = rule_of_kind(forest::kBackOff);

inline constexpr bool from_table(RuleId rule) { return rule < kBackOffRule; }
inline constexpr bool is_added(RuleId rule) {
  return rule >= kBackOffRule && rule <= kInsertedRule;
}

/// The code of an edge of a forest.
inline std::int64_t forest_code(RuleId rule) {
  return from_table(rule) ? std::int64_t{rule} : static_cast<std::int32_t>(rule);
}

}  // namespace dragoman::search
