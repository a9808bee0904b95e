#include "grammar/extract/extract.hpp"

#include <algorithm>
#include <memory>

#include "grammar/extract/phrase_hashes.hpp"
#include "grammar/extract/phrase_scorer.hpp"
#include "grammar/extract/scored_extract.hpp"
#include "grammar/extract/significance.hpp"
#include "grammar/index/batches.hpp"

namespace dragoman::grammar {
namespace {

/// One thread's part of the first stage.
class Collector {
 public:
  Collector(const AlignedCorpus& corpus, const ExtractOptions& options,
            InstanceStore<PhraseInstance>& store)
      : corpus_(corpus),
        max_length_(options.max_length),
        extractor_(options.max_length, options.orientation),
        instances_(store) {}

  void collect(std::size_t line) {
    const auto source = corpus_.source[line], target = corpus_.target[line];
    const auto spans = extractor_.extract(source.size(), target.size(), corpus_.links_of(line));
    if (spans.empty()) return;
    source_hashes_.compute(source, max_length_);
    target_hashes_.compute(target, max_length_);
    for (const PhraseSpan& span : spans) {
      instances_.add({source_hashes_.of(span.source_begin, span.source_length),
                      target_hashes_.of(span.target_begin, span.target_length),
                      static_cast<std::uint32_t>(line), span});
    }
  }

  void flush_all() { instances_.flush_all(); }

 private:
  const AlignedCorpus& corpus_;
  std::size_t max_length_;
  PhraseExtractor extractor_;
  InstanceBuffer<PhraseInstance> instances_;
  PhraseHashes source_hashes_, target_hashes_;
};

void collect_instances(const AlignedCorpus& corpus, const ExtractOptions& options,
                       InstanceStore<PhraseInstance>& store, Monitor& monitor) {
  std::vector<std::unique_ptr<Collector>> collectors;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    collectors.push_back(std::make_unique<Collector>(corpus, options, store));
  }
  parallel_ranges(corpus.size(), kLinesAtOnce, options.threads, monitor,
                  [&](std::size_t begin, std::size_t end, std::size_t worker) {
                    for (std::size_t line = begin; line < end; ++line) {
                      collectors[worker]->collect(line);
                    }
                  });
  for (const auto& collector : collectors) collector->flush_all();
}

/// All phrase pairs, scored.
void fill(const AlignedCorpus& corpus, const Lexicon& lexicon, const ExtractOptions& options,
          Monitor& monitor, RuleTableBuilder& builder) {
  // 1. Every occurrence of every phrase pair, into buckets by source phrase.
  InstanceStore<PhraseInstance> store(options.memory / 2, options.directory);
  collect_instances(corpus, options, store, monitor);

  // 2. Counts of target phrases, which are spread over all buckets.
  PhraseCounts counts;
  count_pairs(store, options.threads, monitor, counts);

  // 3. What scores need.
  std::optional<SignificanceFilter> significance;
  if (options.significance) significance.emplace(corpus, options, monitor);
  const Smoother smoother(options.smoothing, counts.statistics());
  const ScoringModels models{corpus, lexicon, counts, smoother,
                             significance ? &*significance : nullptr};
  std::vector<std::unique_ptr<PhraseScorer>> scorers;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    scorers.push_back(std::make_unique<PhraseScorer>(models, options));
  }

  // 4. One table.
  score_rules<PhraseInstance, PhraseScorer>(store, scorers, widths_of(options), monitor, builder);
}

}  // namespace

RuleTableWidths widths_of(const ExtractOptions& options) {
  return {.scores = 4,
          .reordering = options.orientation == OrientationModel::kNone ? 0 : kReorderingColumns,
          .counts = kCountColumns};
}

RuleTableArrays extract_phrases(const AlignedCorpus& corpus, const Lexicon& lexicon,
                                const ExtractOptions& options, Monitor& monitor) {
  RuleTableBuilder builder(widths_of(options), {options.memory / 8, options.directory});
  fill(corpus, lexicon, options, monitor, builder);  // what it needs is gone when the table is made
  return builder.finish();
}

}  // namespace dragoman::grammar
