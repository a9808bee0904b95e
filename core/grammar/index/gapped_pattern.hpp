// Phrases with gaps and where they occur in an indexed text (Lopez 2007).
//
//   PatternMatcher matcher(text, text.vocabulary(), max_span, nullptr);
//   Pattern pattern(word);
//   Matches matches = matcher.word(word);
//   std::vector<Matches> longer;
//   matcher.adjacent(pattern, matches, words, longer);   // pattern + each of the words
//   matcher.gapped(pattern, matches, words, longer);     // pattern + gap + each of the words
//
// A gap stands for one word or more of the same line; words that touch are never separated by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/frequent_pairs.hpp"
#include "grammar/index/indexed_text.hpp"

namespace dragoman::grammar {

/// Words and gaps. A part is a maximal stretch without gaps.
struct Pattern {
  explicit Pattern(WordId word) : symbols{static_cast<Symbol>(word)}, parts{1} {}

  std::vector<Symbol> symbols;
  std::vector<std::uint8_t> parts;  ///< words of every part, of which there is at least one

  std::size_t gaps() const { return parts.size() - 1; }
  std::size_t words() const { return symbols.size() - gaps(); }
  Pattern adjacent(WordId word) const;
  Pattern gapped(WordId word) const;
};

/// All occurrences of a pattern: a range of the suffix array if it has no gap; else the start of
/// every part of every occurrence, occurrences in ascending order.
struct Matches {
  SuffixRange range;
  std::vector<std::uint32_t> starts;
  double weight = 1;  ///< how many occurrences each stands for, if not all were followed

  std::size_t size(const Pattern& pattern) const {
    return pattern.gaps() == 0 ? range.size() : starts.size() / pattern.parts.size();
  }
};

/// Threads do not share it: each has its own.
class PatternMatcher {
 public:
  /// Patterns have words below `words`, which the text need not know. Occurrences of patterns with
  /// gaps take at most `max_span` words, gaps included. `pairs` (or null) are of the same text and
  /// span. If a pattern has more matches than `most` (0: any number), a frequent word is looked for
  /// after so many of them only, evenly spread; which words are frequent depends on the text alone.
  PatternMatcher(const IndexedText& text, std::size_t words, std::size_t max_span,
                 const FrequentPairs* pairs, std::size_t most = 0);

  Matches word(WordId word) const { return {text_.occurrences(word), {}}; }

  /// For each of the words, which are distinct, the matches that it follows at once.
  void adjacent(const Pattern& pattern, const Matches& matches, std::span<const WordId> words,
                std::vector<Matches>& out);
  /// The same for words that follow after a gap.
  void gapped(const Pattern& pattern, const Matches& matches, std::span<const WordId> words,
              std::vector<Matches>& out);

  /// The first position of one match.
  std::uint32_t start(const Pattern& pattern, const Matches& matches, std::size_t index) const {
    return pattern.gaps() == 0 ? text_.suffixes[matches.range.begin + index]
                               : matches.starts[index * pattern.parts.size()];
  }
  /// Says that a match will be looked at soon.
  void prefetch(const Matches& matches, std::size_t index) const {
    if (matches.starts.empty()) __builtin_prefetch(&text_.suffixes[matches.range.begin + index]);
  }
  /// The positions of all words of one match.
  void positions(const Pattern& pattern, const Matches& matches, std::size_t index,
                 std::vector<std::uint32_t>& out) const;

 private:
  /// Throws ModelError unless a pattern without gaps is there: suffixes from a file may be wrong.
  void check_occurrence(const Pattern& pattern, std::uint32_t start) const;
  /// The starts of so many matches (0: of all), evenly spread, in ascending order.
  std::span<const std::uint32_t> sorted_starts(const Pattern& pattern, const Matches& matches,
                                               std::size_t most);
  /// Takes those that are known already; returns which of the words are left.
  std::vector<std::uint32_t> take_pairs(const Pattern& pattern, std::span<const WordId> words,
                                        std::span<Matches> out) const;
  /// Goes from the matches to the words that follow, at once or after a gap.
  void scan_next(const Pattern& pattern, std::span<const std::uint32_t> starts,
                 std::span<Matches> out) const;
  void scan_later(const Pattern& pattern, std::span<const std::uint32_t> starts,
                  std::span<Matches> out) const;
  /// Goes from the occurrences of a word to the matches before it: of a pattern with gaps, at once
  /// before it or not, and of one without.
  void search(const Pattern& pattern, std::span<const std::uint32_t> starts, WordId word,
              bool adjacent, Matches& out) const;
  void search_text(const Pattern& pattern, WordId word, Matches& out) const;
  /// Says that a match some places later will be looked at soon.
  void prefetch(std::span<const std::uint32_t> starts, std::size_t match, std::size_t parts) const;
  /// Takes each word from the cheaper side; `words` are indices into `all` and `out`.
  void follow(const Pattern& pattern, const Matches& matches, std::span<const WordId> all,
              std::span<const std::uint32_t> words, bool adjacent, std::span<Matches> out);

  IndexedText text_;
  std::uint32_t max_span_;
  const FrequentPairs* pairs_;
  std::size_t most_;
  std::vector<std::uint32_t> slot_;     ///< of every word: which list it goes to, plus 1
  std::vector<std::uint32_t> scratch_;  ///< starts of a pattern without gaps
};

}  // namespace dragoman::grammar
