// The hierarchical rules of one source pattern, scored: a pattern gives rules whose non-terminals
// stand in its gaps, and further ones with a non-terminal before it or after it.
#pragma once

#include <limits>
#include <vector>

#include "common/probing_table.hpp"
#include "grammar/extract/rule_weights.hpp"
#include "grammar/suffix/alignment_counts.hpp"
#include "grammar/suffix/corpus_models.hpp"
#include "grammar/suffix/instance_finder.hpp"
#include "grammar/suffix/rule_maker.hpp"

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
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Found {
    std::size_t segment;
    RuleInstance instance;
    std::uint32_t next = kNone;  ///< the next one with the same sides
  };
  /// A rule, and its places as a list.
  struct Candidate {
    std::uint64_t source_hash, target_hash;
    std::uint32_t first, last;
    std::size_t source;  ///< the number of its source side
    RuleSides sides = {};
    PhraseAlignment alignment = {};
    double joint = 0;
    std::uint32_t times = 0;  ///< in the sample
    LexicalWeights lexical{};
  };
  void add(std::size_t segment, const RuleInstance& instance);
  std::size_t number_of_source(std::uint64_t hash);
  void weigh(Candidate& candidate);
  bool comes_before(const Candidate& a, const Candidate& b) const;
  void emit(const Candidate& candidate, GappyRules& out);

  CorpusModels models_;
  HierarchicalOptions options_;
  std::vector<InstanceFinder> finders_;  ///< of every segment
  std::vector<double> weights_;          ///< what an occurrence in each segment stands for
  std::vector<Found> found_;
  std::vector<Candidate> candidates_;
  ProbingTable<std::uint32_t> numbers_;  ///< of candidates, by their sides
  std::vector<std::uint32_t> order_;     ///< of candidates
  std::vector<std::uint64_t> sources_;   ///< hashes of the pattern's source sides
  std::vector<double> of_source_;        ///< counts of these
  AlignmentCounts alignments_;
  std::vector<std::uint32_t> match_;
  std::vector<std::uint32_t> matches_;  ///< their first positions
  std::vector<AlignmentPoint> points_;
};

}  // namespace dragoman::grammar
