#include "grammar/suffix/suffix_segment.hpp"

#include <algorithm>

namespace dragoman::grammar {
namespace {

/// Segments with fewer words are searched without pairs of frequent words.
constexpr std::size_t kWorthPairs = 100000;

}  // namespace

SuffixSegmentArrays index_corpus(const AlignedCorpus& corpus, std::size_t threads,
                                 Monitor& monitor) {
  SuffixSegmentArrays out;
  parallel_chunks(2, threads, monitor, [&](std::size_t side, std::size_t) {
    (side == 0 ? out.source : out.target) = index_text(corpus, side == 0);
  });
  for (const Lexicon::Entry& entry : Lexicon(corpus, monitor).entries()) {
    out.lexicon_source.push_back(entry.source);
    out.lexicon_target.push_back(entry.target);
    out.lexicon_counts.push_back(entry.count);
  }
  return out;
}

SuffixSegment::SuffixSegment(const SuffixSegmentView& view) : view_(view) {
  check(view.source, view.target);
  CorpusLexicon({view.lexicon}, view.source.vocabulary(), view.target.vocabulary());
}

std::shared_ptr<const FrequentPairs> SuffixSegment::pairs(bool source, std::size_t count,
                                                          std::size_t max_span) const {
  const IndexedText& text = source ? view_.source : view_.target;
  count = std::min(count, text.vocabulary());
  if (count == 0 || text.text.size() < kWorthPairs) return nullptr;
  std::lock_guard lock(mutex_);
  auto& kept = source ? source_pairs_ : target_pairs_;
  if (kept == nullptr || kept->count() != count || kept->max_span() != max_span) {
    kept = std::make_shared<const FrequentPairs>(text, count, max_span);
  }
  return kept;
}

const TightSpans& SuffixSegment::tight(bool source) const {
  std::lock_guard lock(mutex_);
  auto& kept = source ? source_tight_ : target_tight_;
  if (!kept) kept.emplace(seen_from(source));
  return *kept;
}

const Companions& SuffixSegment::companions(bool source) const {
  std::lock_guard lock(mutex_);
  auto& kept = source ? source_companions_ : target_companions_;
  if (!kept) kept.emplace(seen_from(source));
  return *kept;
}

}  // namespace dragoman::grammar
