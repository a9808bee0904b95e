// Phrases, contiguous or with gaps, from a suffix array (Galley & Manning 2010, section 2).
//
//   GappyMaker maker({source_side, target_side, lexicon, ...}, options);
//   RuleTableArrays arrays = extract_rules(maker, lines, nullptr, monitor);
#pragma once

#include "grammar/suffix/gappy_options.hpp"
#include "grammar/suffix/gappy_scorer.hpp"
#include "grammar/suffix/rule_maker.hpp"

namespace dragoman::grammar {

class GappyMaker final : public RuleMaker {
 public:
  /// Throws ConfigError if an option is out of range. The models must outlive it.
  GappyMaker(const CorpusModels& models, const GappyOptions& options);

  PatternLimits limits() const override;
  RuleTableWidths widths() const override { return widths_of(options_); }
  std::span<const Segment> corpus() const override { return models_.source; }
  std::size_t source_words() const override { return models_.source_words; }
  std::size_t threads() const override { return options_.threads; }
  std::unique_ptr<PatternScorer> scorer() const override;
  void score_inverse(std::span<GappyRules> rules, RuleCache* cache,
                     Monitor& monitor) const override;
  bool can_cache() const override { return options_.inverse != InverseScores::kSum; }
  bool scores_apart() const override { return options_.inverse == InverseScores::kCounts; }
  bool sides_are_patterns() const override { return true; }

 private:
  void smooth(std::span<GappyRules> batches) const;

  CorpusModels models_;
  GappyOptions options_;
};

}  // namespace dragoman::grammar
