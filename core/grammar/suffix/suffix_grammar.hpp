// A corpus that can be asked for rules: one or several indexed bitexts.
//
//   SuffixSegmentArrays arrays = index_corpus(corpus, threads, monitor);   // once
//   SuffixSegment segment(arrays.view());                                  // or from mapped files
//   SuffixGrammar grammar({&segment});
//   RuleTableArrays rules = grammar.extract(sentences, options, nullptr, monitor);
#pragma once

#include <memory>
#include <vector>

#include "grammar/extract/hierarchical_options.hpp"
#include "grammar/suffix/corpus_models.hpp"
#include "grammar/suffix/gappy_options.hpp"
#include "grammar/suffix/rule_cache.hpp"
#include "grammar/suffix/suffix_segment.hpp"
#include "grammar/suffix/wanted_text.hpp"

namespace dragoman::grammar {

class SuffixGrammar {
 public:
  /// At least one segment; they must outlive the grammar. A segment knows all words of those before
  /// it, by the same numbers; ModelError if it knows fewer.
  explicit SuffixGrammar(std::vector<const SuffixSegment*> segments);

  /// The rules whose source sides occur in the sentences, as extract_rules() takes them. The cache,
  /// or null, belongs to this grammar and these options.
  RuleTableArrays extract(const WantedText& sentences, const GappyOptions& options,
                          RuleCache* cache, Monitor& monitor, const TableBudget& budget = {}) const;
  RuleTableArrays extract(const WantedText& sentences, const HierarchicalOptions& options,
                          RuleCache* cache, Monitor& monitor, const TableBudget& budget = {}) const;
  /// All phrases of the corpus. They are scored from all occurrences: p(f|e) needs no look-up.
  RuleTableArrays extract_all(GappyOptions options, Monitor& monitor) const;

  /// The rules without gaps of source sides that occur `least` times, to be kept
  /// (frequent_phrases.hpp). ConfigError unless there is one segment.
  RuleTableArrays frequent(GappyOptions options, std::size_t least, Monitor& monitor) const;

  /// What smoothing goes by, with these limits: pairs with gaps are estimated from `lines` lines.
  RuleStatistics statistics(GappyOptions options, std::size_t lines, Monitor& monitor) const;

  /// The places (line, word, word, ...) of all words of a source pattern; none if a symbol is not
  /// known. Lines are counted through all segments. Throws ConfigError unless words and gaps
  /// alternate as they must.
  std::vector<std::vector<std::uint32_t>> find(std::span<const Symbol> pattern,
                                               std::size_t max_span) const;

 private:
  /// The corpus seen from one side; the pairs live as long as it does.
  struct Side {
    std::vector<Segment> segments;
    std::vector<std::shared_ptr<const FrequentPairs>> pairs;
  };
  /// What is known of a side beyond its text.
  struct Known {
    std::size_t frequent = 0;  ///< pairs of so many frequent words
    std::size_t max_span = 0;  ///< of patterns
    bool tight = false;        ///< tight spans
    bool companions = false;
  };
  Side side(bool source, const Known& known) const;
  /// Rules with gaps are those that are kept; only the patterns of added text are looked up.
  RuleTableArrays extract_kept(const WantedText& sentences, const GappyOptions& options,
                               RuleCache* cache, Monitor& monitor, const TableBudget& budget) const;
  CorpusModels models(const Side& source, const Side& target) const {
    return {source.segments, target.segments, lexicon_, source_words_, target_words_};
  }

  std::vector<const SuffixSegment*> segments_;
  std::size_t source_words_, target_words_;
  CorpusLexicon lexicon_;
};

}  // namespace dragoman::grammar
