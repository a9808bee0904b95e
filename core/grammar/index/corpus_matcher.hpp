// The occurrences of patterns in all segments of a corpus; see gapped_pattern.hpp for one text.
#pragma once

#include <span>
#include <vector>

#include "grammar/index/gapped_pattern.hpp"
#include "grammar/index/segment.hpp"

namespace dragoman::grammar {

/// All occurrences of a pattern, segment by segment.
struct CorpusMatches {
  std::vector<Matches> segments;

  /// Whether there are none, in the segments from this one on.
  bool empty(const Pattern& pattern, std::size_t from = 0) const {
    for (std::size_t s = from; s < segments.size(); ++s) {
      if (segments[s].size(pattern) > 0) return false;
    }
    return true;
  }
};

/// One a thread.
class CorpusMatcher {
 public:
  /// `words` is the number of words that any segment knows; occurrences with gaps take at most
  /// `max_span` words, and in each segment at most `most` matches (0: all) are followed to a
  /// frequent word.
  CorpusMatcher(std::span<const Segment> segments, std::size_t words, std::size_t max_span,
                std::size_t most = 0);

  CorpusMatches word(WordId word) const;
  /// For each of the words, which are distinct, the matches that it follows at once.
  void adjacent(const Pattern& pattern, const CorpusMatches& matches, std::span<const WordId> words,
                std::vector<CorpusMatches>& out) {
    extend(pattern, matches, words, false, out);
  }
  /// The same for words that follow after a gap.
  void gapped(const Pattern& pattern, const CorpusMatches& matches, std::span<const WordId> words,
              std::vector<CorpusMatches>& out) {
    extend(pattern, matches, words, true, out);
  }

  /// Of one segment.
  const PatternMatcher& operator[](std::size_t segment) const { return matchers_[segment]; }

 private:
  void extend(const Pattern& pattern, const CorpusMatches& matches, std::span<const WordId> words,
              bool gap, std::vector<CorpusMatches>& out);

  std::vector<PatternMatcher> matchers_;
  std::vector<Matches> longer_;
};

}  // namespace dragoman::grammar
