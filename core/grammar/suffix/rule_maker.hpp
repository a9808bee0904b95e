// What kinds of suffix-array grammars differ in: the limits of their patterns and how the rules of
// a pattern are found and scored. extract_rules() (suffix_extract.hpp) does what they share.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "common/parallel.hpp"
#include "grammar/extract/gappy_rules.hpp"
#include "grammar/index/corpus_matcher.hpp"
#include "grammar/suffix/rule_cache.hpp"

namespace dragoman::grammar {

/// Which source patterns have rules, or lead to longer ones that have.
struct PatternLimits {
  std::size_t max_length;  ///< words without gaps
  std::size_t max_words;   ///< words of a pattern with gaps
  std::size_t max_gaps;
  std::size_t max_span;       ///< from the first to the last word, in the corpus, with gaps
  std::size_t sentence_span;  ///< the same in the sentences that rules are wanted for
  std::size_t max_symbols = std::numeric_limits<std::size_t>::max();  ///< words and gaps
  std::size_t most_followed = 0;  ///< matches that are followed to a frequent word; 0: all
  std::size_t added_from = 0;     ///< patterns must occur in this segment or a later one

  bool allow(std::size_t words, std::size_t gaps) const {
    return words + gaps <= max_symbols &&
           (gaps == 0 ? words <= max_length : gaps <= max_gaps && words <= max_words);
  }
  /// Whether a pattern can be continued after a gap.
  bool can_gap(std::size_t words, std::size_t gaps) const {
    return gaps < max_gaps && words < max_words && words + gaps + 2 <= max_symbols;
  }
};

/// Finds the rules of patterns; one a thread.
class PatternScorer {
 public:
  virtual ~PatternScorer() = default;
  /// Adds the rules of a pattern, with all scores but p(f|e).
  virtual void score(const Pattern& pattern, const CorpusMatches& matches,
                     const CorpusMatcher& matcher, GappyRules& out) = 0;
};

class RuleMaker {
 public:
  virtual ~RuleMaker() = default;
  virtual PatternLimits limits() const = 0;
  virtual RuleTableWidths widths() const = 0;
  /// The corpus, seen from the source side, and how many source words it has.
  virtual std::span<const Segment> corpus() const = 0;
  virtual std::size_t source_words() const = 0;
  virtual std::size_t threads() const = 0;
  virtual std::unique_ptr<PatternScorer> scorer() const = 0;
  /// Fills in p(f|e) and the target sides' counts; `cache` may be null.
  virtual void score_inverse(std::span<GappyRules> rules, RuleCache* cache,
                             Monitor& monitor) const = 0;
  /// Whether p(f|e) depends on the corpus alone, so that rules can be remembered.
  virtual bool can_cache() const = 0;
  /// Whether score_inverse() looks at each rule by itself, without threads of its own: then several
  /// threads may call it, each for some of the rules.
  virtual bool scores_apart() const = 0;
  /// Whether a pattern is the source side of all rules that it gives.
  virtual bool sides_are_patterns() const = 0;
};

}  // namespace dragoman::grammar
