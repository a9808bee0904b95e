#include "grammar/extract/extract.hpp"

#include <algorithm>
#include <memory>

#include "grammar/extract/phrase_collector.hpp"
#include "grammar/extract/phrase_scorer.hpp"
#include "grammar/extract/scored_extract.hpp"
#include "grammar/extract/significance.hpp"

namespace dragoman::grammar {
namespace {

void collect_instances(const AlignedCorpus& corpus, const ExtractOptions& options,
                       InstanceStore<PhraseInstance>& store, Monitor& monitor) {
  std::vector<PhraseCollector> collectors(
      options.threads, PhraseCollector(corpus, options.max_length, options.orientation));
  collect_all(corpus.size(), options.threads, store, monitor,
              [&](std::size_t line, std::size_t worker, auto& found) {
                collectors[worker].collect(line,
                                           [&](const PhraseInstance& one) { found.add(one); });
              });
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
