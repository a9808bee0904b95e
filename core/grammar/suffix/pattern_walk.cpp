#include "grammar/suffix/pattern_walk.hpp"

#include <algorithm>

namespace dragoman::grammar {

PatternWalk::PatternWalk(const RuleMaker& maker, const WantedText& text, RuleCache* cache)
    : limits_(maker.limits()),
      places_(text, maker.source_words(), limits_.sentence_span),
      matcher_(maker.corpus(), maker.source_words(), limits_.max_span, limits_.most_followed),
      scorer_(maker.scorer()),
      cache_(cache) {}

void PatternWalk::walk(WordId word, std::span<const std::uint32_t> positions, FoundRules& out) {
  visit(Pattern(word), matcher_.word(word), PatternPlaces::of_word(positions), out);
}

void PatternWalk::visit(const Pattern& pattern, const CorpusMatches& matches,
                        std::span<const PatternPlaces::Place> places, FoundRules& out) {
  if (matches.empty(pattern, limits_.added_from)) return;
  if (limits_.allow(pattern.words(), pattern.gaps())) collect(pattern, matches, out);
  if (can_continue(pattern)) {
    extend(pattern, matches, places_.next_words(pattern.gaps() > 0, places), false, out);
  }
  if (limits_.can_gap(pattern.words(), pattern.gaps())) {
    extend(pattern, matches, places_.later_words(places), true, out);
  }
}

void PatternWalk::collect(const Pattern& pattern, const CorpusMatches& matches, FoundRules& out) {
  std::vector<Symbol> key = pattern.symbols;
  if (limits_.added_from > 0) {
    out.of_added.push_back(hash_symbols(pattern.symbols));
    key.push_back(kGap);  // no pattern ends like this: the cache has other rules for the others
  }
  if (cache_ == nullptr) {
    scorer_->score(pattern, matches, matcher_, out.fresh);
    return;
  }
  if (auto known = cache_->rules.find(key)) {
    out.known.push_back(std::move(known));
    return;
  }
  const std::size_t begin = out.fresh.size();
  scorer_->score(pattern, matches, matcher_, out.fresh);
  out.patterns.push_back({std::move(key), begin, out.fresh.size()});
}

/// Whether a word may follow at once, in a pattern that has rules or before a later gap.
bool PatternWalk::can_continue(const Pattern& pattern) const {
  const std::size_t words = pattern.words() + 1, gaps = pattern.gaps();
  return limits_.allow(words, gaps) || (gaps == 0 && limits_.can_gap(words, gaps));
}

void PatternWalk::extend(const Pattern& pattern, const CorpusMatches& matches,
                         std::span<const PatternPlaces::Continuation> found, bool gap,
                         FoundRules& out) {
  const std::vector<WordId> words = words_of(found);
  if (words.empty()) return;
  std::vector<CorpusMatches> longer;
  if (gap) {
    matcher_.gapped(pattern, matches, words, longer);
  } else {
    matcher_.adjacent(pattern, matches, words, longer);
  }
  std::vector<PatternPlaces::Place> places;
  for (std::size_t i = 0, j = 0; i < words.size(); ++i) {
    places.clear();
    for (; j < found.size() && found[j].word == words[i]; ++j) places.push_back(found[j].place);
    visit(gap ? pattern.gapped(words[i]) : pattern.adjacent(words[i]), longer[i], places, out);
    longer[i] = {};
  }
}

}  // namespace dragoman::grammar
