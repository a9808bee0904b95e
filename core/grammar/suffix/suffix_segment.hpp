// One indexed, word-aligned bitext: a part of a suffix grammar that is shared by all grammars that
// have it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/index/companions.hpp"
#include "grammar/index/frequent_pairs.hpp"
#include "grammar/index/indexed_text.hpp"
#include "grammar/index/tight_spans.hpp"
#include "grammar/suffix/corpus_lexicon.hpp"

namespace dragoman::grammar {

struct SuffixSegmentView {
  IndexedText source, target;
  LinkCounts lexicon;
};

/// The arrays of a SuffixSegmentView, owned.
struct SuffixSegmentArrays {
  IndexedTextArrays source, target;
  std::vector<WordId> lexicon_source, lexicon_target;
  std::vector<std::uint32_t> lexicon_counts;
};

/// The corpus must have been checked. Two threads are of use.
SuffixSegmentArrays index_corpus(const AlignedCorpus& corpus, std::size_t threads,
                                 Monitor& monitor);

class SuffixSegment {
 public:
  /// The arrays must outlive it. Throws ModelError unless they are sound.
  explicit SuffixSegment(const SuffixSegmentView& view);

  const SuffixSegmentView& view() const { return view_; }
  std::size_t lines() const { return view_.source.begin.size(); }

  /// The pairs of the `count` most frequent words of one side, kept from the last call if they fit;
  /// null if `count` is 0 or the segment too small for them to be of use.
  std::shared_ptr<const FrequentPairs> pairs(bool source, std::size_t count,
                                             std::size_t max_span) const;
  /// The tight spans of one side, found when they are first asked for.
  const TightSpans& tight(bool source) const;
  /// The companions of the words of one side, found when they are first asked for.
  const Companions& companions(bool source) const;

 private:
  /// Seen from one side.
  Segment seen_from(bool source) const {
    return source ? Segment{view_.source, view_.target} : Segment{view_.target, view_.source};
  }

  SuffixSegmentView view_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const FrequentPairs> source_pairs_, target_pairs_;
  mutable std::optional<TightSpans> source_tight_, target_tight_;
  mutable std::optional<Companions> source_companions_, target_companions_;
};

}  // namespace dragoman::grammar
