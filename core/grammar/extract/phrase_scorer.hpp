// Scores phrase pairs: smoothed relative frequencies and lexical weights in both directions
// (Koehn, Och & Marcu 2003, equation 9), orientation probabilities, counts.
#pragma once

#include <span>
#include <vector>

#include "grammar/extract/extract.hpp"
#include "grammar/extract/lexicon.hpp"
#include "grammar/extract/phrase_alignment.hpp"
#include "grammar/extract/significance.hpp"
#include "grammar/extract/smoothing.hpp"
#include "grammar/table/rule_batch.hpp"

namespace dragoman::grammar {

/// What all scorers share; nothing in it changes any more.
struct ScoringModels {
  const AlignedCorpus& corpus;
  const Lexicon& lexicon;
  const PhraseCounts& counts;
  const Smoother& smoother;
  const SignificanceFilter* significance;  ///< null: keep all pairs
};

/// Threads do not share it: each has its own.
class PhraseScorer {
 public:
  PhraseScorer(const ScoringModels& models, const ExtractOptions& options);

  /// Scores all pairs of sorted instances that hold every occurrence of their source phrases. A
  /// source phrase's rules come by falling count, then lexical weight, then target words.
  void score(std::span<const PhraseInstance> instances, RuleBatch& out);

 private:
  /// A target side of the source side at hand, with its occurrences.
  struct Translation {
    std::span<const PhraseInstance> instances;
    std::span<const WordId> target;
    PhraseAlignment alignment;
    double lexical_direct, lexical_inverse;
  };
  std::span<const WordId> source_of(const PhraseInstance& instance) const;
  std::span<const WordId> target_of(const PhraseInstance& instance) const;
  void score_source(std::span<const PhraseInstance> instances, RuleBatch& out);
  void weigh(std::span<const WordId> source, Translation& translation);
  void emit(std::span<const WordId> source, PhraseCount of_source, const Translation& translation,
            RuleBatch& out);

  ScoringModels models_;
  ExtractOptions options_;
  PhraseAligner aligner_;
  std::vector<Translation> translations_;
  SignificanceFilter::Scratch scratch_;
  std::vector<AlignmentPoint> points_;
  std::vector<Symbol> source_symbols_, target_symbols_;
};

}  // namespace dragoman::grammar
