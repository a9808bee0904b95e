// Visits the source patterns of sentences that occur in a corpus, and collects their rules.
//
// Patterns are visited depth first from their first word, together with all their places in the
// sentences and in the corpus (Lopez 2007). Each is looked up once, and only those that occur are
// extended.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "grammar/suffix/rule_maker.hpp"
#include "grammar/suffix/wanted_text.hpp"

namespace dragoman::grammar {

/// A word of the sentences that the corpus does not have; gaps may run over it.
inline constexpr WordId kUnknownWord = kLineEnd - 1;

/// The rules of all patterns that start with one word.
struct FoundRules {
  /// The rules [begin, end) of `fresh`.
  struct OfPattern {
    std::vector<Symbol> pattern;
    std::size_t begin, end;
  };
  std::vector<std::shared_ptr<const GappyRules>> known;  ///< from the cache
  GappyRules fresh;                                      ///< found now
  std::vector<OfPattern> patterns;  ///< those of the fresh rules, if there is a cache
};

/// One a thread.
class PatternWalk {
 public:
  /// `cache` may be null.
  PatternWalk(const RuleMaker& maker, const WantedText& text, RuleCache* cache);

  /// All patterns that start with this word, which stands at these places.
  void walk(WordId word, std::span<const std::uint32_t> positions, FoundRules& out);

 private:
  /// Where a pattern occurs in the sentences: its first and its last word.
  struct Place {
    std::uint32_t first, last;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  /// A word that continues a pattern, and where.
  struct Continuation {
    WordId word;
    Place place;
    friend auto operator<=>(const Continuation&, const Continuation&) = default;
  };
  void visit(const Pattern& pattern, const CorpusMatches& matches, std::span<const Place> places,
             FoundRules& out);
  void collect(const Pattern& pattern, const CorpusMatches& matches, FoundRules& out);
  void extend(const Pattern& pattern, const CorpusMatches& matches, std::vector<Continuation> found,
              bool gap, FoundRules& out);
  bool can_continue(const Pattern& pattern) const;
  std::vector<Continuation> next_words(const Pattern& pattern, std::span<const Place> places) const;
  std::vector<Continuation> later_words(std::span<const Place> places) const;

  WantedText text_;
  PatternLimits limits_;
  WordId words_;
  CorpusMatcher matcher_;
  std::unique_ptr<PatternScorer> scorer_;
  RuleCache* cache_;
};

}  // namespace dragoman::grammar
