// Hierarchical rules from a suffix array (Chiang 2007; Lopez 2007).
//
//   HierarchicalMaker maker({source_side, target_side, lexicon, ...}, options);
//   RuleTableArrays arrays = extract_rules(maker, lines, nullptr, monitor);
//
// Every occurrence of a rule in the corpus counts one.
#pragma once

#include "grammar/extract/hierarchical_options.hpp"
#include "grammar/suffix/corpus_models.hpp"
#include "grammar/suffix/rule_maker.hpp"

namespace dragoman::grammar {

class HierarchicalMaker final : public RuleMaker {
 public:
  /// Throws ConfigError if an option is out of range. The models must outlive it.
  HierarchicalMaker(const CorpusModels& models, const HierarchicalOptions& options);

  PatternLimits limits() const override;
  RuleTableWidths widths() const override { return {4, 0, kCountColumns}; }
  std::span<const Segment> corpus() const override { return models_.source; }
  std::size_t source_words() const override { return models_.source_words; }
  std::size_t threads() const override { return options_.threads; }
  std::unique_ptr<PatternScorer> scorer() const override;
  void score_inverse(std::span<GappyRules> rules, RuleCache* cache,
                     Monitor& monitor) const override;
  bool can_cache() const override { return true; }
  bool scores_apart() const override { return !options_.counts.empty(); }
  bool sides_are_patterns() const override { return false; }

 private:
  CorpusModels models_;
  HierarchicalOptions options_;
};

}  // namespace dragoman::grammar
