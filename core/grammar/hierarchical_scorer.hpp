// The hierarchical rules of one source pattern, scored: a pattern gives rules whose non-terminals
// stand in its gaps, and further ones with a non-terminal before it or after it.
#pragma once

#include <vector>

#include "grammar/corpus_models.hpp"
#include "grammar/instance_finder.hpp"
#include "grammar/rule_maker.hpp"
#include "grammar/rule_weights.hpp"

namespace dragoman::grammar {

/// One a thread.
class HierarchicalScorer final : public PatternScorer {
 public:
  HierarchicalScorer(const CorpusModels& models, const HierarchicalOptions& options);

  /// Adds the rules of a pattern, those with one source side together, by falling count, then
  /// lexical weight, then target symbols.
  void score(const Pattern& pattern, const CorpusMatches& matches, const CorpusMatcher& matcher,
             GappyRules& out) override;

 private:
  struct Found {
    std::size_t segment;
    RuleInstance instance;
  };
  /// What was found, by its sides.
  struct Place {
    std::uint64_t source_hash, target_hash;
    std::size_t found;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Candidate {
    std::span<const Place> places;
    RuleSides sides;
    PhraseAlignment alignment;
    double joint = 0;
    LexicalWeights lexical{};
  };
  void score_source(std::span<const Place> places, GappyRules& out);
  void weigh(Candidate& candidate);
  void emit(const Candidate& candidate, double of_source, GappyRules& out);

  CorpusModels models_;
  HierarchicalOptions options_;
  std::vector<InstanceFinder> finders_;  ///< of every segment
  std::vector<double> weights_;          ///< what an occurrence in each segment stands for
  std::vector<Found> found_;
  std::vector<Place> places_;
  std::vector<Candidate> candidates_;
  std::vector<AlignmentString> alignments_;
  std::vector<std::uint32_t> match_, matches_;
  std::vector<AlignmentPoint> points_;
};

}  // namespace dragoman::grammar
