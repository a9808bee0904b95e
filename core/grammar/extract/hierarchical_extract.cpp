#include "grammar/extract/hierarchical_extract.hpp"

#include <algorithm>
#include <memory>

#include "common/error.hpp"
#include "grammar/extract/hierarchical_collector.hpp"
#include "grammar/extract/hierarchical_table_scorer.hpp"
#include "grammar/extract/scored_extract.hpp"

namespace dragoman::grammar {
namespace {

void collect_instances(const Segment& text, const HierarchicalTableOptions& options,
                       InstanceStore<HierarchicalInstance>& store, Monitor& monitor) {
  std::vector<HierarchicalCollector> collectors(options.threads,
                                                HierarchicalCollector(text, options.limits));
  collect_all(text.from.begin.size(), options.threads, store, monitor,
              [&](std::size_t line, std::size_t worker, auto& found) {
                collectors[worker].collect(
                    line, [&](const HierarchicalInstance& one) { found.add(one); });
              });
}

/// All rules, scored.
void fill(const AlignedCorpus& corpus, const Lexicon& lexicon,
          const HierarchicalTableOptions& options, Monitor& monitor, RuleTableBuilder& builder) {
  const IndexedTextArrays source = linked_text(corpus, true), target = linked_text(corpus, false);
  const Segment text{source.view(), target.view(), nullptr};

  // 1. Every occurrence of every rule, into buckets by source side.
  InstanceStore<HierarchicalInstance> store(options.memory / 2, options.directory);
  collect_instances(text, options, store, monitor);

  // 2. Counts of target sides.
  PhraseCounts counts;
  count_pairs(store, options.threads, monitor, counts);

  // 3. One table.
  const Smoother smoother(options.smoothing, counts.statistics());
  std::vector<std::unique_ptr<HierarchicalTableScorer>> scorers;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    scorers.push_back(std::make_unique<HierarchicalTableScorer>(
        HierarchicalTableModels{text, lexicon, counts, smoother}, options.top));
  }
  score_rules<HierarchicalInstance, HierarchicalTableScorer>(store, scorers, kHierarchicalWidths,
                                                             monitor, builder);
}

}  // namespace

RuleTableArrays extract_hierarchical(const AlignedCorpus& corpus, const Lexicon& lexicon,
                                     const HierarchicalTableOptions& options, Monitor& monitor) {
  check(options.limits);
  if (options.threads < 1) throw ConfigError("the number of threads must be at least 1");
  RuleTableBuilder builder(kHierarchicalWidths, {options.memory / 8, options.directory});
  fill(corpus, lexicon, options, monitor, builder);  // what it needs is gone when the table is made
  return builder.finish();
}

}  // namespace dragoman::grammar
