// The translations of one source pattern, scored: relative frequency (smoothed later) over the
// pattern's occurrences, lexical weights, orientation. Each segment is sampled by itself, and what
// is found in it counts for what it stands for.
#pragma once

#include <optional>
#include <vector>

#include "grammar/extract/phrase_counts.hpp"
#include "grammar/extract/rule_weights.hpp"
#include "grammar/index/sampled_places.hpp"
#include "grammar/suffix/corpus_models.hpp"
#include "grammar/suffix/frequent_phrases.hpp"
#include "grammar/suffix/gappy_options.hpp"
#include "grammar/suffix/rule_maker.hpp"

namespace dragoman::grammar {

/// Threads do not share it: each has its own.
class GappyScorer final : public PatternScorer {
 public:
  GappyScorer(const CorpusModels& models, const GappyOptions& options);

  /// Adds the rules of a pattern by falling count, then lexical weight, then target symbols.
  void score(const Pattern& pattern, const CorpusMatches& matches, const CorpusMatcher& matcher,
             GappyRules& out) override;
  /// The same for a pattern without gaps, as rules to be kept (frequent_phrases.hpp); none are left
  /// out.
  void keep(const Pattern& pattern, const CorpusMatches& matches, const CorpusMatcher& matcher,
            RuleBatch& out);

 private:
  /// One occurrence of a pair.
  struct Instance {
    std::uint64_t target_hash;
    std::uint32_t source_begin, target_begin;  ///< into the lists of positions
    std::uint16_t segment;
    std::uint8_t target_words;
    std::uint8_t backward, forward;
  };
  /// A target side of the source side at hand, with its occurrences.
  struct Translation {
    std::span<const Instance> instances;
    std::vector<Symbol> target;
    PhraseAlignment alignment;
    double joint;
    LexicalWeights lexical;
    bool contiguous;  ///< the pair has no gaps
  };
  /// Occurrences of a source side's pairs, by segment, and how many pairs there are.
  struct Tally {
    std::vector<std::size_t> times;
    std::uint32_t partners = 0;

    void add(std::span<const std::size_t> pair);
  };
  /// Finds the translations of a pattern.
  void find(const Pattern& pattern, const CorpusMatches& matches, const CorpusMatcher& matcher);
  void collect(std::size_t segment, std::span<const std::uint32_t> source,
               std::span<const std::uint32_t> target);
  void weigh(const Pattern& pattern, Translation& translation);
  /// What so many occurrences in each segment stand for.
  double weighted(std::span<const std::size_t> times) const;
  std::array<float, kReorderingColumns> reordering_of(const Translation& translation) const;
  void emit(const Pattern& pattern, const Translation& translation, GappyRules& out);

  CorpusModels models_;
  GappyOptions options_;
  std::vector<ConsistentSets> sets_;  ///< of every segment
  std::vector<double> weights_;       ///< what an occurrence in each segment stands for
  GapOrientations orientations_;
  std::optional<FrequentPhrases> frequent_;
  std::size_t source_words_ = 0;  ///< of the pattern at hand
  std::vector<Instance> instances_;
  SampledPlaces places_;
  std::vector<std::uint32_t> source_positions_, target_positions_;
  std::vector<Translation> translations_;
  Tally all_, contiguous_;          ///< of the pattern at hand
  std::vector<std::size_t> times_;  ///< of a translation, by segment
  std::vector<AlignmentString> alignments_;
  std::vector<Symbol> symbols_;
  std::vector<AlignmentPoint> points_;
};

}  // namespace dragoman::grammar
