// Scores phrases, contiguous and with gaps, of a whole bitext: what GappyScorer and GappyMaker do
// for a sample of a suffix array, for all occurrences.
#pragma once

#include <span>
#include <vector>

#include "grammar/extract/gap_orientations.hpp"
#include "grammar/extract/gappy_place.hpp"
#include "grammar/extract/gappy_table.hpp"
#include "grammar/extract/phrase_counts.hpp"
#include "grammar/extract/rule_weights.hpp"
#include "grammar/extract/side_tally.hpp"
#include "grammar/table/rule_batch.hpp"

namespace dragoman::grammar {

/// An occurrence of a pair in few bytes: the words of a side are bits from its first word on.
struct GappyInstance {
  std::uint64_t source_hash, target_hash;
  std::uint32_t line;
  std::uint16_t source_begin, target_begin;  ///< in the line
  std::uint32_t source_words, target_words;

  bool contiguous() const {
    return (source_words & (source_words + 1)) == 0 && (target_words & (target_words + 1)) == 0;
  }
  friend auto operator<=>(const GappyInstance&, const GappyInstance&) = default;
};

/// What all scorers share; nothing in it changes any more.
struct GappyTableModels {
  const Segment& text;  ///< seen from the source side
  const Lexicon& lexicon;
  const PhraseCounts &contiguous, &gapped;  ///< target sides of the instances' pairs
  /// Sides of pairs with gaps that were seen once and are not among the instances.
  const SideTally &once_source, &once_target;
  const Smoother &smooth_contiguous, &smooth_gapped;
};

/// One a thread.
class GappyTableScorer {
 public:
  GappyTableScorer(const GappyTableModels& models, const GappyTableOptions& options)
      : models_(models),
        options_(options),
        orientations_(options.orientation, options.gap_orientation, options.source.max_length) {}

  /// Scores the rules of sorted instances that hold every occurrence of their source sides but
  /// those of pairs that were tallied. A source side's rules come by falling count, then lexical
  /// weight, then target symbols.
  void score(std::span<const GappyInstance> instances, RuleBatch& out);

 private:
  struct Candidate {
    std::span<const GappyInstance> instances;
    std::vector<Symbol> target;
    PhraseAlignment alignment;
    LexicalWeights lexical;
    std::array<double, kReorderingColumns> orientations;
  };
  void score_source(std::span<const GappyInstance> instances, RuleBatch& out);
  void weigh(std::span<const GappyInstance> instances);
  void emit(const Candidate& candidate, PhraseCount of_source, RuleBatch& out);
  GappyPlace place_of(const GappyInstance& instance);

  GappyTableModels models_;
  GappyTableOptions options_;
  GapOrientations orientations_;
  std::vector<Candidate> candidates_;
  std::vector<Symbol> source_;  ///< of the source side at hand
  std::vector<std::uint32_t> source_positions_, target_positions_;
  std::vector<AlignmentString> alignments_;
  std::vector<AlignmentPoint> points_;
};

}  // namespace dragoman::grammar
