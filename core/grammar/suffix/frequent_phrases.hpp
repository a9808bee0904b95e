// The rules without gaps of frequent source sides, as their (sampled) occurrences tell them: found
// once when an index is made, so that these occurrences, which are most of all that a text asks
// for, need not be looked at again.
//
//   RuleTableArrays arrays = frequent_phrases(models, options, 100, monitor);   //
//   frequent_walk.hpp FrequentPhrases phrases(table, models, options); if (!phrases.score(pattern,
//   matches, rules)) ...                            // looks it up
//
// What is kept depends on the first segment of a corpus alone. p(f|e), smoothing and, if there are
// more segments, lexical weights come later, so that rules are those of a look-up. A source side
// that occurs in a later segment is looked up.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/extract/gappy_rules.hpp"
#include "grammar/extract/rule_weights.hpp"
#include "grammar/index/corpus_matcher.hpp"
#include "grammar/suffix/corpus_models.hpp"
#include "grammar/suffix/gappy_options.hpp"
#include "grammar/table/rule_batch.hpp"

namespace dragoman::grammar {

/// The columns of such a table: logarithms of the lexical weights (inverse, direct), orientations,
/// and three counts: links in the alignment of the target words, occurrences of all rules of the
/// source side in the sample, and those of the rule. The alignment of the source words follows that
/// of the target words if it is another one (phrase_alignment.hpp).
inline RuleTableWidths frequent_widths(const GappyOptions& options) {
  return {.scores = 2, .reordering = widths_of(options).reordering, .counts = kCountColumns};
}

/// A rule that is to be kept.
struct FrequentRule {
  std::span<const Symbol> source, target;
  const PhraseAlignment& alignment;
  const LexicalWeights& lexical;
  std::array<float, kReorderingColumns> reordering;
  std::size_t of_source, times;  ///< in the sample
};
void add_frequent(const FrequentRule& rule, const GappyOptions& options, RuleBatch& out);

/// One a thread.
class FrequentPhrases {
 public:
  /// Throws ModelError if the table belongs to another corpus. All must outlive it.
  FrequentPhrases(const RuleTable& table, const CorpusModels& models, const GappyOptions& options);

  /// Adds the rules of a pattern as GappyScorer does; false if they are not kept.
  bool score(const Pattern& pattern, const CorpusMatches& matches, GappyRules& out);

 private:
  struct Kept {
    RuleId rule;
    std::uint32_t times;
    float lexical_inverse, lexical_direct;
    double direct;  ///< not yet a logarithm
  };
  RuleTable::Node node_of(const Pattern& pattern, const CorpusMatches& matches) const;
  std::span<const AlignmentPoint> links_of_target(RuleId rule) const;
  /// By the lexicon of all segments.
  void weigh_again(const Pattern& pattern, Kept& kept) const;

  const RuleTable& table_;
  const CorpusModels& models_;
  const GappyOptions& options_;
  std::vector<Kept> found_;
};

}  // namespace dragoman::grammar
