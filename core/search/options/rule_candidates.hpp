// The best rules of a source side: those that may become options wherever the source side occurs.
//
// Rules with target gaps do not take the places of rules without: the best rules without gaps are
// the same whether or not gaps are allowed. So the two kinds are remembered together, and gaps can
// be switched off and on from search to search.
#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/options/reference.hpp"
#include "search/options/target_phrases.hpp"
#include "search/options/translation_option.hpp"
#include "search/shared/rule_feature.hpp"
#include "search/shared/rule_scores.hpp"

namespace dragoman::search {

struct RuleCandidate {
  float score;     ///< weighted rule scores and penalties
  float estimate;  ///< score plus the language models' score of the target side alone
  RuleId rule;
  std::uint32_t gaps;  ///< number of gaps of the target side
};

/// Rules of a source side.
struct BestRules {
  std::span<const RuleCandidate> rules;
  /// Beside each rule room for the option that is made of it, if it is remembered; else null.
  TranslationOption* options = nullptr;
};

class RuleCandidates {
 public:
  RuleCandidates(const ModelParts& model, const LanguageContexts& contexts, TargetPhrases& phrases,
                 RuleFeatures& features)
      : model_(model),
        contexts_(contexts),
        phrases_(phrases),
        scores_(model),
        features_(features) {}

  /// Target sides may have at most `most` gaps (0: none, for now); each gap costs `cost`.
  void allow_gaps(std::size_t most, double cost);
  /// Must be called for every sentence: with rule features nothing is remembered from the last one.
  void begin_sentence();

  /// The best `limit` rules without target gaps of a trie node (0: all), and the rules with target
  /// gaps that are among the best `limit` of all; each in the order of falling estimates; valid
  /// until the next call. Without a reference they are remembered from sentence to sentence, so the
  /// limit must not change. If the beginning of the translation is given, all rules that can
  /// produce some of it come too, in no particular order.
  BestRules best(RuleTable::Node node, std::size_t limit, const Reference& reference);

 private:
  void forget() {
    known_nodes_.clear();
    known_.clear();
    options_.clear();
  }
  using Found = std::vector<RuleCandidate>;
  /// The rules of a node among the remembered ones: those without target gaps come first.
  struct Place {
    std::uint32_t first, gapped, last;
  };

  /// Finds rules without target gaps, then rules with; returns how many have none.
  std::size_t find(RuleTable::Node node, std::size_t limit, const Reference& reference);
  /// Adds the language models' estimates and cuts the found rules down to the limit.
  void keep_best(Found& found, std::size_t limit);
  void keep_best_bounded(Found& found, std::size_t limit);
  /// Keeps the rules with gaps that are among the best of both kinds.
  void drop_worse_gapped(std::size_t limit);
  /// `least`: an estimate that is lower need not be exact.
  void add_language(RuleCandidate& candidate, float least = kLowest) {
    const auto target = model_.rules->target(candidate.rule);
    candidate.estimate =
        candidate.score + phrases_.estimate_pieces(target, least - candidate.score);
  }
  bool usable(std::span<const Symbol> target) const;

  ModelParts model_;
  const LanguageContexts& contexts_;
  TargetPhrases& phrases_;
  RuleScores scores_;
  RuleFeatures& features_;
  std::size_t max_gaps_ = 0;  ///< of the rules that are remembered
  bool use_gaps_ = false;
  double gap_cost_ = 0;
  bool of_sentence_ = false;  ///< the remembered rules are valid for one sentence only
  Found found_, gapped_;
  std::vector<float> estimates_;
  std::unordered_map<RuleTable::Node, Place> known_nodes_;
  Found known_;
  std::vector<TranslationOption> options_;  ///< beside known_
};

}  // namespace dragoman::search
