#include "grammar/index/corpus_matcher.hpp"

namespace dragoman::grammar {

CorpusMatcher::CorpusMatcher(std::span<const Segment> segments, std::size_t words,
                             std::size_t max_span, std::size_t most) {
  for (const Segment& segment : segments) {
    matchers_.emplace_back(segment.from, words, max_span, segment.pairs, most);
  }
}

CorpusMatches CorpusMatcher::word(WordId word) const {
  CorpusMatches found;
  for (const PatternMatcher& matcher : matchers_) found.segments.push_back(matcher.word(word));
  return found;
}

void CorpusMatcher::extend(const Pattern& pattern, const CorpusMatches& matches,
                           std::span<const WordId> words, bool gap,
                           std::vector<CorpusMatches>& out) {
  out.assign(words.size(), {});
  for (CorpusMatches& each : out) each.segments.resize(matchers_.size());
  for (std::size_t s = 0; s < matchers_.size(); ++s) {
    if (matches.segments[s].size(pattern) == 0) continue;
    if (gap) {
      matchers_[s].gapped(pattern, matches.segments[s], words, longer_);
    } else {
      matchers_[s].adjacent(pattern, matches.segments[s], words, longer_);
    }
    for (std::size_t i = 0; i < words.size(); ++i) out[i].segments[s] = std::move(longer_[i]);
  }
}

}  // namespace dragoman::grammar
