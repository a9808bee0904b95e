// A word-aligned bitext that can be asked for rules: two indexed sides and a lexicon.
//
//   SuffixGrammarArrays arrays = index_corpus(corpus, threads, monitor);
//   SuffixGrammar grammar(arrays.view());
//   RuleTableArrays rules = grammar.extract(sentences, options, monitor);
//
// The arrays are made once; a view of them may also be one of memory-mapped files.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/gappy_extract.hpp"
#include "grammar/indexed_text.hpp"
#include "grammar/lexicon.hpp"

namespace dragoman::grammar {

struct SuffixGrammarView {
  IndexedText source, target;
  std::span<const WordId> lexicon_source, lexicon_target;  ///< linked words; kEmptyWord: none
  std::span<const std::uint32_t> lexicon_counts;
};

/// The arrays of a SuffixGrammarView, owned.
struct SuffixGrammarArrays {
  IndexedTextArrays source, target;
  std::vector<WordId> lexicon_source, lexicon_target;
  std::vector<std::uint32_t> lexicon_counts;
};

/// The corpus must have been checked. More than two threads do not help.
SuffixGrammarArrays index_corpus(const AlignedCorpus& corpus, std::size_t threads,
                                 Monitor& monitor);

class SuffixGrammar {
 public:
  /// The arrays must outlive it. Throws ModelError unless they are sound.
  explicit SuffixGrammar(const SuffixGrammarView& view);

  /// The rules whose source sides occur in the sentences, as extract_gappy() takes them.
  RuleTableArrays extract(std::span<const WordId> sentences, const GappyOptions& options,
                          Monitor& monitor) const;
  /// All rules of the corpus. They are scored from all occurrences: p(f|e) needs no look-up.
  RuleTableArrays extract_all(GappyOptions options, Monitor& monitor) const;

  /// The places (line, word, word, ...) of all words of a source pattern; none if a symbol is not
  /// known. Throws ConfigError unless words and gaps alternate as they must.
  std::vector<std::vector<std::uint32_t>> find(std::span<const Symbol> pattern,
                                               std::size_t max_span) const;

 private:
  /// Those of one side kept from the last call, if they fit; null if none are wanted.
  std::shared_ptr<const FrequentPairs> pairs(bool source, const GappyOptions& options) const;

  SuffixGrammarView view_;
  Lexicon lexicon_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const FrequentPairs> source_pairs_, target_pairs_;
};

}  // namespace dragoman::grammar
