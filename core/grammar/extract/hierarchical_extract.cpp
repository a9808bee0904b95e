#include "grammar/extract/hierarchical_extract.hpp"

#include <algorithm>
#include <memory>

#include "common/error.hpp"
#include "grammar/extract/gappy_rules.hpp"
#include "grammar/extract/hierarchical_table_scorer.hpp"
#include "grammar/extract/rule_extractor.hpp"
#include "grammar/extract/scored_extract.hpp"
#include "grammar/index/batches.hpp"

namespace dragoman::grammar {
namespace {

/// One thread's part of the first stage.
class Collector {
 public:
  Collector(const Segment& text, const HierarchicalTableOptions& options,
            InstanceStore<HierarchicalInstance>& store)
      : text_(text), extractor_(text, options.limits), instances_(store) {}

  void collect(std::uint32_t line) {
    for (const RuleInstance& instance : extractor_.extract(line)) {
      sides_of(text_, instance, sides_);
      instances_.add(HierarchicalInstance(hash_symbols(sides_.source), hash_symbols(sides_.target),
                                          line, text_.from.begin[line], instance));
    }
  }
  void flush_all() { instances_.flush_all(); }

 private:
  Segment text_;
  RuleExtractor extractor_;
  InstanceBuffer<HierarchicalInstance> instances_;
  RuleSides sides_;
};

void collect_instances(const Segment& text, const HierarchicalTableOptions& options,
                       InstanceStore<HierarchicalInstance>& store, Monitor& monitor) {
  std::vector<std::unique_ptr<Collector>> collectors;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    collectors.push_back(std::make_unique<Collector>(text, options, store));
  }
  parallel_ranges(text.from.begin.size(), kLinesAtOnce, options.threads, monitor,
                  [&](std::size_t begin, std::size_t end, std::size_t worker) {
                    for (std::size_t line = begin; line < end; ++line) {
                      collectors[worker]->collect(static_cast<std::uint32_t>(line));
                    }
                  });
  for (const auto& collector : collectors) collector->flush_all();
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
