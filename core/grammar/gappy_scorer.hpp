// The translations of one source pattern, scored: relative frequency over the pattern's (sampled)
// occurrences, lexical weights, orientation. For orientation a phrase with gaps counts as if it had
// none (Galley & Manning 2010, footnote 4).
#pragma once

#include <vector>

#include "grammar/gapped_pattern.hpp"
#include "grammar/gappy_options.hpp"
#include "grammar/gappy_rules.hpp"
#include "grammar/lexicon.hpp"
#include "grammar/phrase_alignment.hpp"

namespace dragoman::grammar {

/// What all scorers share.
struct GappyModels {
  IndexedText source, target;
  const Lexicon& lexicon;
  const FrequentPairs* source_pairs;  ///< of the source limits' span; null: none are kept
  const FrequentPairs* target_pairs;  ///< likewise
};

/// Threads do not share it: each has its own.
class GappyScorer {
 public:
  GappyScorer(const GappyModels& models, const GappyOptions& options);

  /// Adds the rules of a pattern by falling count, then lexical weight, then target symbols.
  void score(const Pattern& pattern, const Matches& matches, const PatternMatcher& matcher,
             GappyRules& out);

 private:
  /// One occurrence of a pair.
  struct Instance {
    std::uint64_t target_hash;
    std::uint32_t source_begin, target_begin;  ///< into the lists of positions
    std::uint8_t target_words;
    std::uint8_t backward, forward;
  };
  /// A target side of the source side at hand, with its occurrences.
  struct Translation {
    std::span<const Instance> instances;
    std::vector<Symbol> target;
    PhraseAlignment alignment;
    double lexical_direct, lexical_inverse;
  };
  void collect(std::span<const std::uint32_t> source, std::span<const std::uint32_t> target);
  void orient(std::span<const std::uint32_t> source, std::span<const std::uint32_t> target,
              Instance& instance) const;
  bool corner(std::int64_t source, std::int64_t target, std::uint32_t line) const;
  AlignmentString alignment_of(const Instance& instance) const;
  void weigh(const Pattern& pattern, Translation& translation);
  void emit(const Pattern& pattern, const Translation& translation, double weight, GappyRules& out);

  GappyModels models_;
  GappyOptions options_;
  ConsistentSets sets_;
  std::size_t source_words_ = 0;  ///< of the pattern at hand
  std::vector<Instance> instances_;
  std::vector<std::uint32_t> source_positions_, target_positions_, match_;
  std::vector<Translation> translations_;
  std::vector<AlignmentString> alignments_;
  std::vector<Symbol> symbols_;
  std::vector<AlignmentPoint> points_;
};

}  // namespace dragoman::grammar
