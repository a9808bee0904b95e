// The best rules of a source side: those that may become options wherever the source side occurs.
#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/features/rule_feature.hpp"
#include "search/features/rule_scores.hpp"
#include "search/shared/reference.hpp"
#include "search/shared/target_phrases.hpp"

namespace dragoman::search {

struct RuleCandidate {
  float score;     ///< weighted rule scores and penalties
  float estimate;  ///< score plus the language models' score of the target side alone
  RuleId rule;
  std::uint32_t gaps;  ///< number of gaps of the target side
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

  /// Target sides may have at most `most` gaps; each gap costs `cost`.
  void allow_gaps(std::size_t most, double cost);
  /// Must be called for every sentence: with rule features nothing is remembered from the last one.
  void begin_sentence();

  /// The best `limit` rules of a trie node (0: all), in no particular order; valid until the next
  /// call. Without a reference they are remembered from sentence to sentence, so the limit must not
  /// change.
  std::span<const RuleCandidate> best(RuleTable::Node node, std::size_t limit,
                                      const Reference& reference);

 private:
  void forget() {
    known_nodes_.clear();
    known_.clear();
  }
  void find(RuleTable::Node node, std::size_t limit, const Reference& reference);
  /// Cuts the found rules down to the limit.
  void keep_best(std::size_t limit);
  void keep_best_bounded(std::size_t limit);
  void add_language(RuleCandidate& candidate) {
    candidate.estimate =
        candidate.score + phrases_.estimate_pieces(model_.rules->target(candidate.rule));
  }
  bool usable(std::span<const Symbol> target) const;

  ModelParts model_;
  const LanguageContexts& contexts_;
  TargetPhrases& phrases_;
  RuleScores scores_;
  RuleFeatures& features_;
  std::size_t max_gaps_ = 0;
  double gap_cost_ = 0;
  bool of_sentence_ = false;  ///< the remembered rules are valid for one sentence only
  std::vector<RuleCandidate> found_;
  std::unordered_map<RuleTable::Node, std::pair<std::uint32_t, std::uint32_t>> known_nodes_;
  std::vector<RuleCandidate> known_;
};

}  // namespace dragoman::search
