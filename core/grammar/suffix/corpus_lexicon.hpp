// Lexical translation probabilities over all segments of a corpus, as lexicon.hpp defines them. The
// counts are read where they lie, usually in memory-mapped files; only totals are kept beside them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/extract/lexicon.hpp"

namespace dragoman::grammar {

/// How often words of one segment are linked: entries sorted by source and target word, the empty
/// word last.
struct LinkCounts {
  std::span<const WordId> source, target;
  std::span<const std::uint32_t> counts;
};

class CorpusLexicon {
 public:
  /// All words are below the sizes. Throws ModelError unless the counts are sound.
  CorpusLexicon(std::vector<LinkCounts> segments, std::size_t source_words,
                std::size_t target_words);

  struct Probabilities {
    float direct = 1;   ///< w(e|f)
    float inverse = 1;  ///< w(f|e)
  };
  /// 1 for words that are never linked, as in Moses' scorer.
  Probabilities find(WordId source, WordId target) const;

 private:
  struct Rows {
    LinkCounts entries;
    std::vector<std::uint32_t> first;  ///< of every source word; the empty word is the last
  };
  void add(const LinkCounts& entries);
  std::size_t row_of(WordId word) const {
    return word == kEmptyWord ? source_totals_.size() - 1 : word;
  }
  std::size_t column_of(WordId word) const {
    return word == kEmptyWord ? target_totals_.size() - 1 : word;
  }

  std::vector<Rows> segments_;
  std::vector<double> source_totals_, target_totals_;  ///< the empty word is the last
};

}  // namespace dragoman::grammar
