// Scores hierarchical rules of a whole bitext: smoothed relative frequencies and lexical weights in
// both directions, counts.
#pragma once

#include <span>
#include <vector>

#include "grammar/extract/phrase_counts.hpp"
#include "grammar/extract/rule_instance.hpp"
#include "grammar/extract/rule_weights.hpp"
#include "grammar/extract/smoothing.hpp"
#include "grammar/table/rule_batch.hpp"

namespace dragoman::grammar {

/// A RuleInstance in few bytes: its source spans. Limits keep lengths below 256.
struct HierarchicalInstance {
  std::uint64_t source_hash, target_hash;
  std::uint32_t line;
  std::uint16_t begin;  ///< in the line
  std::uint8_t length;
  std::uint8_t hole_begin[2], hole_length[2];  ///< from `begin` on; no hole has length 0
  std::uint8_t unused[5];  ///< zeros, so that equal instances are equal bytes, in files too

  HierarchicalInstance() = default;
  HierarchicalInstance(std::uint64_t source, std::uint64_t target, std::uint32_t in_line,
                       std::uint32_t line_begin, const RuleInstance& instance);

  /// The instance again, in the text that it was found in.
  RuleInstance restored(const Segment& text) const;

  friend bool operator<(const HierarchicalInstance& a, const HierarchicalInstance& b);
};

/// What all scorers share; nothing in it changes any more.
struct HierarchicalTableModels {
  const Segment& text;  ///< seen from the source side
  const Lexicon& lexicon;
  const PhraseCounts& counts;
  const Smoother& smoother;
};

/// One a thread.
class HierarchicalTableScorer {
 public:
  /// Keeps the `top` most frequent rules of a source side; 0: all.
  HierarchicalTableScorer(const HierarchicalTableModels& models, std::size_t top)
      : models_(models), top_(top) {}

  /// Scores all rules of sorted instances that hold every occurrence of their source sides. A
  /// source side's rules come by falling count, then lexical weight, then target symbols.
  void score(std::span<const HierarchicalInstance> instances, RuleBatch& out);

 private:
  struct Candidate {
    std::span<const HierarchicalInstance> instances;
    RuleSides sides;
    PhraseAlignment alignment;
    LexicalWeights lexical{};
  };
  void score_source(std::span<const HierarchicalInstance> instances, RuleBatch& out);
  Candidate weigh(std::span<const HierarchicalInstance> instances);
  void emit(const Candidate& candidate, PhraseCount of_source, RuleBatch& out);

  HierarchicalTableModels models_;
  std::size_t top_;
  std::vector<Candidate> candidates_;
  std::vector<AlignmentString> alignments_;
  std::vector<AlignmentPoint> points_;
};

}  // namespace dragoman::grammar
