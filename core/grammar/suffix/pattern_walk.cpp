#include "grammar/suffix/pattern_walk.hpp"

#include <algorithm>

namespace dragoman::grammar {

PatternWalk::PatternWalk(const RuleMaker& maker, const WantedText& text, RuleCache* cache)
    : text_(text),
      limits_(maker.limits()),
      words_(static_cast<WordId>(maker.source_words())),
      matcher_(maker.corpus(), maker.source_words(), limits_.max_span, limits_.most_followed),
      scorer_(maker.scorer()),
      cache_(cache) {}

void PatternWalk::walk(WordId word, std::span<const std::uint32_t> positions, FoundRules& out) {
  std::vector<Place> places;
  for (const std::uint32_t position : positions) places.push_back({position, position});
  visit(Pattern(word), matcher_.word(word), places, out);
}

void PatternWalk::visit(const Pattern& pattern, const CorpusMatches& matches,
                        std::span<const Place> places, FoundRules& out) {
  if (matches.empty(pattern)) return;
  if (limits_.allow(pattern.words(), pattern.gaps())) collect(pattern, matches, out);
  if (can_continue(pattern)) extend(pattern, matches, next_words(pattern, places), false, out);
  if (limits_.can_gap(pattern.words(), pattern.gaps())) {
    extend(pattern, matches, later_words(places), true, out);
  }
}

void PatternWalk::collect(const Pattern& pattern, const CorpusMatches& matches, FoundRules& out) {
  if (cache_ == nullptr) {
    scorer_->score(pattern, matches, matcher_, out.fresh);
    return;
  }
  if (auto known = cache_->rules.find(pattern.symbols)) {
    out.known.push_back(std::move(known));
    return;
  }
  const std::size_t begin = out.fresh.size();
  scorer_->score(pattern, matches, matcher_, out.fresh);
  out.patterns.push_back({pattern.symbols, begin, out.fresh.size()});
}

/// Whether a word may follow at once, in a pattern that has rules or before a later gap.
bool PatternWalk::can_continue(const Pattern& pattern) const {
  const std::size_t words = pattern.words() + 1, gaps = pattern.gaps();
  return limits_.allow(words, gaps) || (gaps == 0 && limits_.can_gap(words, gaps));
}

void PatternWalk::extend(const Pattern& pattern, const CorpusMatches& matches,
                         std::vector<Continuation> found, bool gap, FoundRules& out) {
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<WordId> words;
  for (const Continuation& next : found) {
    if (words.empty() || words.back() != next.word) words.push_back(next.word);
  }
  if (words.empty()) return;
  std::vector<CorpusMatches> longer;
  if (gap) {
    matcher_.gapped(pattern, matches, words, longer);
  } else {
    matcher_.adjacent(pattern, matches, words, longer);
  }
  std::vector<Place> places;
  for (std::size_t i = 0, j = 0; i < words.size(); ++i) {
    places.clear();
    for (; j < found.size() && found[j].word == words[i]; ++j) places.push_back(found[j].place);
    visit(gap ? pattern.gapped(words[i]) : pattern.adjacent(words[i]), longer[i], places, out);
    longer[i] = {};
  }
}

std::vector<PatternWalk::Continuation> PatternWalk::next_words(
    const Pattern& pattern, std::span<const Place> places) const {
  std::vector<Continuation> found;
  for (const Place place : places) {
    const std::uint32_t begin = text_.begin(place.first), at = text_.end(place.last);
    for (std::uint32_t next = text_.first_from(at);
         next < text_.words.size() && text_.begin(next) == at; ++next) {
      if (text_.words[next] >= words_) continue;
      if (pattern.gaps() > 0 && text_.end(next) - begin > limits_.sentence_span) continue;
      found.push_back({text_.words[next], {place.first, next}});
    }
  }
  return found;
}

std::vector<PatternWalk::Continuation> PatternWalk::later_words(
    std::span<const Place> places) const {
  std::vector<Continuation> found;
  for (const Place place : places) {
    const std::uint32_t begin = text_.begin(place.first), at = text_.end(place.last);
    std::uint32_t next = text_.first_from(at);
    if (next == text_.words.size() || text_.words[next] == kLineEnd) continue;
    next = text_.first_from(at + 1);
    // In a lattice no path may lead there: then the pattern is found in vain.
    for (; next < text_.words.size() && text_.words[next] != kLineEnd &&
           text_.begin(next) - begin < limits_.sentence_span;
         ++next) {
      if (text_.words[next] >= words_ || text_.end(next) - begin > limits_.sentence_span) continue;
      found.push_back({text_.words[next], {place.first, next}});
    }
  }
  return found;
}

}  // namespace dragoman::grammar
