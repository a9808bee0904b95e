// Rules of the same sentences from several places (looked up, kept in a table), put together: those
// with one source side by falling count, then lexical weight, then target symbols, as if all came
// from one place.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/extract/gappy_rules.hpp"
#include "grammar/extract/rule_scores.hpp"
#include "grammar/suffix/kept_rules.hpp"
#include "grammar/table/rule_batch.hpp"

namespace dragoman::grammar {

/// Adds a rule of a suffix grammar whose scores are complete; Out is a RuleTableBuilder or a
/// RuleBatch.
template <typename Out>
void add_rule(const GappyRules& rules, const GappyRules::Rule& rule, const RuleTableWidths& widths,
              Out& out) {
  const std::array scores{floored_log(rule.inverse), rule.lexical_inverse, rule.direct,
                          rule.lexical_direct};
  const std::array counts{static_cast<float>(rule.of_target), static_cast<float>(rule.of_source),
                          static_cast<float>(rule.joint)};
  out.add({rules.source(rule), rules.target(rule), rules.alignment(rule), scores,
           std::span(rule.reordering).first(widths.reordering), counts});
}

/// Views what it is given.
class RuleParts {
 public:
  /// Keeps `top` rules of a source side; 0: all.
  RuleParts(const RuleTableWidths& widths, std::size_t top) : widths_(widths), top_(top) {}

  /// Rules that were looked up, those of one source side together and in order; only those with
  /// gaps or all.
  void add(const GappyRules& rules, bool gapped);
  /// Rules of a table of the same widths.
  void add(const RuleTable& table, std::span<const Symbol> source, RuleTable::Node node);

  /// Hands all rules over, those with source sides of one length at its place, in the order of a
  /// table, and is empty afterwards.
  void drain(std::vector<RuleBatch>& by_length);

 private:
  /// The rules [begin, end) of one source side.
  struct Part {
    std::span<const Symbol> source;
    const GappyRules* looked_up;  ///< or null: of the table
    const RuleTable* table;
    std::size_t begin, end;
    bool gapped;
  };
  /// One rule of several parts.
  struct Mixed {
    float joint, lexical;
    std::span<const Symbol> target;
    const Part* part;
    std::size_t rule;
  };
  void emit(const Part& part, std::size_t rule, RuleBatch& out) const;
  void mix(std::span<const Part> parts, RuleBatch& out);
  static bool is_in(const Part& part, std::size_t rule);

  RuleTableWidths widths_;
  std::size_t top_;
  std::vector<Part> parts_;
  std::vector<Mixed> mixed_;
};

}  // namespace dragoman::grammar
