// Lexical translation probabilities by relative frequency over links: w(e|f) = c(f,e) / c(f) and
// w(f|e) = c(f,e) / c(e) (Koehn, Och & Marcu 2003, section 4). A word without a link counts as
// linked to the empty word of the other side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "common/probing_table.hpp"
#include "grammar/index/aligned_corpus.hpp"

namespace dragoman::grammar {

/// The empty word in a lexicon; no word has its number.
inline constexpr WordId kEmptyWord = kNoWord;

/// Moses keeps seven decimals in its lexical files and scores phrases with what is left; a
/// probability that would vanish is kept whole.
float rounded_probability(double probability);

class Lexicon {
 public:
  /// Counts the corpus, which must have been checked.
  Lexicon(const AlignedCorpus& corpus, Monitor& monitor);

  struct Entry {
    WordId source = 0, target = 0;
    std::uint32_t count = 0;  ///< 0 in a slot of the table that is free
    float direct = 0;         ///< w(e|f)
    float inverse = 0;        ///< w(f|e)

    bool free() const { return count == 0; }
    bool is(WordId f, WordId e) const { return source == f && target == e; }
  };

  /// From counts that were taken elsewhere: pairs with their counts, each once.
  Lexicon(std::span<const Entry> counted, std::size_t source_words, std::size_t target_words);

  /// The pair's entry. Every pair that is linked somewhere in the corpus has one; for others the
  /// probabilities are 1, as in Moses' scorer.
  const Entry& find(WordId source, WordId target) const;

  /// All entries, sorted by source and target word; the empty word is the last.
  std::vector<Entry> entries() const;

 private:
  void add(WordId source, WordId target, std::uint32_t count = 1);
  void normalise(std::size_t source_words, std::size_t target_words);

  ProbingTable<Entry> table_{1024};
};

}  // namespace dragoman::grammar
