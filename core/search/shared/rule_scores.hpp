// The features of a rule alone: the table's columns, and penalties for phrases, words and unknown
// words. They do not depend on the context of the rule, so they are summed once for each rule.
#pragma once

#include <cstddef>

#include "search/shared/rule_kinds.hpp"

namespace dragoman::search {

/// The score of a word that no rule translates, as in Moses.
inline constexpr float kUnknownScore = -100.0F;

class RuleScores {
 public:
  explicit RuleScores(const ModelParts& model)
      : rules_(*model.rules),
        columns_(model.layout->first(Block::kColumns)),
        penalties_(model.layout->first(Block::kPenalties)),
        weights_(model.weights) {}

  /// The weighted sum for a rule of the table with `target_words` target words.
  double of_rule(RuleId rule, std::size_t target_words) const {
    double score = of_phrase(target_words);
    const auto scores = rules_.scores(rule);
    for (std::size_t c = 0; c < scores.size(); ++c) score += weights_[columns_ + c] * scores[c];
    return score;
  }
  /// The same for a phrase that does not come from the table.
  double of_words(bool unknown, std::size_t target_words) const {
    return of_phrase(target_words) +
           (unknown ? weights_[penalties_ + kUnknown] * kUnknownScore : 0.0);
  }

  /// The same by where the phrase comes from. Every inserted word counts as an unknown word.
  double of_kind(RuleId kind, std::size_t target_words) const {
    if (kind == kInsertedRule) return static_cast<double>(target_words) * of_words(true, 1);
    return of_words(kind == kUnknownRule || is_added(kind), target_words);
  }

  /// Adds the values to a feature row.
  void explain_rule(RuleId rule, std::size_t target_words, float* row) const {
    const auto scores = rules_.scores(rule);
    for (std::size_t c = 0; c < scores.size(); ++c) row[columns_ + c] += scores[c];
    explain_words(false, target_words, row);
  }
  void explain_words(bool unknown, std::size_t target_words, float* row) const {
    row[penalties_ + kPhrase] += 1;
    row[penalties_ + kWords] -= static_cast<float>(target_words);
    if (unknown) row[penalties_ + kUnknown] += kUnknownScore;
  }
  void explain_kind(RuleId kind, std::size_t target_words, float* row) const {
    if (kind == kInsertedRule) {
      for (std::size_t i = 0; i < target_words; ++i) explain_words(true, 1, row);
    } else {
      explain_words(kind == kUnknownRule || is_added(kind), target_words, row);
    }
  }

 private:
  /// Places in the block of penalties.
  enum : std::size_t { kPhrase, kWords, kUnknown };

  double of_phrase(std::size_t target_words) const {
    return weights_[penalties_ + kPhrase] -
           weights_[penalties_ + kWords] * static_cast<double>(target_words);
  }

  const RuleTable& rules_;
  std::size_t columns_, penalties_;
  std::span<const double> weights_;
};

}  // namespace dragoman::search
