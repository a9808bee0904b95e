// What the models of treelets are trained on, and how.
//
// Examples of the dependency model (Carreras & Collins 2009, section 4.1) are all pairs of
// target words of a sentence, once for each combination of the alignments that the sentence's
// s-phrases give them (footnote 8).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/extract/phrase_extractor.hpp"
#include "grammar/index/aligned_corpus.hpp"
#include "grammar/treelet/dependency_model.hpp"
#include "grammar/treelet/syntactic_model.hpp"

namespace dragoman::treelet {

/// A bitext whose target side has derivations.
struct AnalysedBitext {
  grammar::AlignedCorpus corpus;
  Derivations derivations;
  std::span<const Spine> inventory;
  std::span<const Name> target_words;            ///< by number of the vocabulary
  std::span<const Name> source_tags;             ///< an element for each source word, or empty
  std::span<const std::int32_t> source_heads;    ///< likewise
  std::span<const Name> source_labels;           ///< likewise
  std::span<const std::int32_t> source_clauses;  ///< likewise

  /// Throws ConfigError where the parts do not fit each other.
  void check() const;
  SourceSentence source(std::size_t line) const;
  /// `words` holds the names of the words.
  AnalysedSentence target(std::size_t line, std::vector<Name>& words) const;
};

/// The different alignments of each target word, in their order.
std::vector<std::vector<SourceRange>> alignments_of(std::span<const grammar::PhraseSpan> spans,
                                                    std::size_t target_length);

/// Lets a learner see the examples of all sentences that have a derivation; or of so many lines,
/// taken evenly from the whole text, if `sentences` is not 0.
void learn_dependencies(const AnalysedBitext& bitext, std::size_t max_length, std::size_t sentences,
                        DependencyLearner& learner, Monitor& monitor);
void count_syntax(const AnalysedBitext& bitext, SyntacticCounts& counts, Monitor& monitor);

}  // namespace dragoman::treelet
