// Rules as the chart decoder applies them: with their target sides in the numbers of the language
// models, and with all that they score by themselves.
//
// The rules of a source side are looked up once and remembered from sentence to sentence; given
// translations, unknown words and glue are rules of one sentence.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lm/chart.hpp"
#include "search/api/feature_session.hpp"
#include "search/chart/arity.hpp"
#include "search/chart/reference_text.hpp"
#include "search/shared/edge_features.hpp"
#include "search/shared/rule_feature.hpp"
#include "search/shared/rule_scores.hpp"
#include "search/shared/target_words.hpp"
#include "search/shared/typed_prefix.hpp"

namespace dragoman::search::chart {

struct ChartRule {
  float score;           ///< weighted features that look at nothing around the rule
  float estimate;        ///< with the language models' score of its words by themselves
  RuleId rule;           ///< in the table, or one of rule_kinds.hpp
  std::uint32_t first;   ///< its target side in the numbers of the first language model
  std::uint16_t length;  ///< symbols of the target side
  std::uint8_t arity;    ///< non-terminals
  std::uint32_t state;   ///< language model states of a rule without non-terminals, or kNoState
  std::uint32_t target;  ///< not from the table: its target side

  static constexpr std::uint32_t kNoState = 0xFFFFFFFF;
  bool from_table() const { return search::from_table(rule); }
  bool is_glue() const { return rule == kGlueRule || rule == kInsertedRule; }
  bool begins_sentence() const { return is_glue() && arity == 1; }
  std::size_t words() const { return std::size_t{length} - arity; }
  /// Which non-terminal is the first (0) or the second (1) of the target side.
};

/// Chart rules by number, [first, last).
struct RuleRange {
  std::uint32_t first = 0, last = 0;
  bool empty() const { return first == last; }
  std::size_t size() const { return last - first; }
};

class ChartRules final : public AskedRules {
 public:
  ChartRules(const ModelParts& model, RuleFeatures& features);

  /// To be called for every sentence. `limit`: rules kept for a source side, 0 for all.
  void begin_sentence(std::size_t limit);
  /// Forced decoding: from now on, and for this sentence, only rules whose words the text has. It
  /// must outlive the sentence.
  void restrict_to(const ReferenceText& text);
  /// From now on, and for this sentence, beyond the limit also rules that begin with typed words.
  /// The prefix must outlive the sentence.
  void extend_to(const TypedPrefix& prefix);

  const ChartRule& operator[](std::uint32_t number) const { return rules_[number]; }

  /// The best rules of a trie node that was reached over `arity` non-terminals, best first.
  RuleRange of_node(RuleTable::Node node, std::size_t arity);

  /// Those of a node's rules that are within the limit.
  RuleRange best_of(RuleRange rules) const {
    if (limit_ > 0 && rules.size() > limit_) {
      rules.last = rules.first + static_cast<std::uint32_t>(limit_);
    }
    return rules;
  }

  /// Whether a rule translates the source side of a node without non-terminals.
  bool translates(RuleTable::Node node) const;

  /// Rules that the table does not have.
  std::uint32_t add_words(RuleId kind, std::span<const std::string> words);
  /// Glue: S -> X (one tail) and S -> S X (two).
  static std::uint32_t glue(std::size_t tails) { return static_cast<std::uint32_t>(tails - 1); }

  /// Glue with inserted words: its target side holds the tails and any words.
  std::uint32_t add_inserting_glue(std::size_t tails, std::span<const Symbol> target);

  /// The target side in a language model's words; tails are negative, as in the table.
  std::span<const Symbol> in_language_model(const ChartRule& rule, std::size_t model) const {
    return {language_.data() + rule.first + model * rule.length, rule.length};
  }
  /// The target side in words of the sentence: words().word(symbol).
  std::span<const Symbol> target(const ChartRule& rule) const {
    return rule.from_table() ? model_.rules->target(rule.rule)
                             : std::span(own_).subspan(rule.target, rule.length);
  }
  const TargetWords& words() const { return words_; }
  TargetWords& words() { return words_; }
  /// States after a rule without non-terminals, and what the language models scored, weighted.
  std::span<const lm::ChartState> states(const ChartRule& rule) const {
    return {states_.data() + rule.state, model_.language_models.size()};
  }

  std::vector<Symbol> target_side(std::uint32_t rule) const override {
    const auto symbols = target(rules_[rule]);
    return {symbols.begin(), symbols.end()};
  }
  std::string_view target_word(Symbol word) const override {
    return words_.word(static_cast<WordId>(word));
  }
  std::int64_t table_number(std::uint32_t rule) const override {
    return rules_[rule].from_table() ? std::int64_t{rules_[rule].rule} : -1;
  }

  /// Adds the values of all features that look at nothing around the rule to a feature row.
  void explain(const ChartRule& rule, float* row) const;

 private:
  void forget();
  void add(ChartRule rule, std::span<const Symbol> target);
  static bool usable(std::span<const Symbol> target, std::size_t arity);
  bool allowed(std::span<const Symbol> target) const;
  /// Drops the rules from `first` on that the prefix, if there is one, does not need.
  void cut(std::size_t first);
  /// Scores the words of a rule by themselves, and makes its states if it has no non-terminals.
  float estimate(ChartRule& rule);

  ModelParts model_;
  RuleFeatures& features_;
  RuleScores scores_;
  Arity arity_;
  std::size_t glue_;  ///< place of the feature
  std::vector<double> language_weights_;
  TargetWords words_;
  std::size_t limit_ = 0;
  const ReferenceText* text_ = nullptr;
  const TypedPrefix* prefix_ = nullptr;
  std::vector<ChartRule> rules_;
  std::vector<Symbol> language_, own_;
  std::vector<lm::ChartState> states_;
  LanguageModelWords to_language_model_;
  std::unordered_map<RuleTable::Node, RuleRange> known_;
};

}  // namespace dragoman::search::chart
