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

#include "grammar/suffix/pattern_places.hpp"
#include "grammar/suffix/rule_maker.hpp"

namespace dragoman::grammar {

/// A word of the sentences that the corpus does not have; gaps may run over it.
inline constexpr WordId kUnknownWord = kLineEnd - 1;

/// The rules of all patterns that start with one word.
struct FoundRules {
  /// The rules [begin, end) of `fresh`.
  struct OfPattern {
    std::vector<Symbol> key;  ///< in the cache
    std::size_t begin, end;
  };
  std::vector<std::shared_ptr<const GappyRules>> known;  ///< from the cache
  GappyRules fresh;                                      ///< found now
  std::vector<OfPattern> patterns;  ///< those of the fresh rules, if there is a cache
  std::vector<std::uint64_t>
      of_added;  ///< hashes of the patterns, where they must be in added text
};

/// One a thread.
class PatternWalk {
 public:
  /// `cache` may be null.
  PatternWalk(const RuleMaker& maker, const WantedText& text, RuleCache* cache);

  /// All patterns that start with this word, which stands at these places.
  void walk(WordId word, std::span<const std::uint32_t> positions, FoundRules& out);

 private:
  void visit(const Pattern& pattern, const CorpusMatches& matches,
             std::span<const PatternPlaces::Place> places, FoundRules& out);
  void collect(const Pattern& pattern, const CorpusMatches& matches, FoundRules& out);
  void extend(const Pattern& pattern, const CorpusMatches& matches,
              std::span<const PatternPlaces::Continuation> found, bool gap, FoundRules& out);
  bool can_continue(const Pattern& pattern) const;

  PatternLimits limits_;
  PatternPlaces places_;
  CorpusMatcher matcher_;
  std::unique_ptr<PatternScorer> scorer_;
  RuleCache* cache_;
};

}  // namespace dragoman::grammar
