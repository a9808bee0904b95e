#include "grammar/extract/gappy_table.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>

#include "common/error.hpp"
#include "grammar/extract/gappy_collector.hpp"
#include "grammar/extract/gappy_table_scorer.hpp"
#include "grammar/extract/scored_extract.hpp"
#include "grammar/extract/seen_twice.hpp"
#include "grammar/index/batches.hpp"

namespace dragoman::grammar {
namespace {

/// Bits for each word of the text: about two for each pair that begins there.
constexpr std::size_t kBitsPerWord = 128;
/// Pairs whose places in tables are on their way from memory.
constexpr std::size_t kAhead = 32;

std::uint64_t pair_of(const GappyInstance& instance) {
  return hash_combine(instance.source_hash, instance.target_hash);
}

/// What comes of the pairs with gaps of a text, line by line.
class Extraction {
 public:
  Extraction(const Segment& text, const GappyTableOptions& options, Monitor& monitor)
      : text_(text),
        options_(options),
        monitor_(monitor),
        store_(options.memory / 2, options.directory),
        workers_(options.threads, Worker{GappyCollector(text, options.source, options.target), 0}) {
  }

  void collect() {
    if (options_.least > 1 && options_.source.max_gaps + options_.target.max_gaps > 0) {
      find_repeated();
    }
    std::vector<std::unique_ptr<InstanceBuffer<GappyInstance>>> buffers;
    for (std::size_t worker = 0; worker < options_.threads; ++worker) {
      buffers.push_back(std::make_unique<InstanceBuffer<GappyInstance>>(store_));
    }
    visit(true, [&](const GappyInstance& pair, std::size_t worker) {
      if (pair.contiguous() || !rough_ || ((*rough_)(pair_of(pair)) && (*fine_)(pair_of(pair)))) {
        buffers[worker]->add(pair);
        return;
      }
      ++workers_[worker].once;
      once_source_.add(pair.source_hash);
      once_target_.add(pair.target_hash);
    });
    for (const auto& buffer : buffers) buffer->flush_all();
    rough_.reset();
    fine_.reset();
  }

  void count() {
    std::vector<PairStatistics> found(options_.threads);
    std::vector<std::vector<GappyInstance>> buffers(options_.threads);
    const auto pair = [](const GappyInstance& i) {
      return std::pair(i.source_hash, i.target_hash);
    };
    parallel_chunks(
        store_.kBuckets, options_.threads, monitor_, [&](std::size_t bucket, std::size_t worker) {
          for_each_group(
              store_.sorted(bucket, buffers[worker]), pair,
              [&](std::span<const GappyInstance> same) {
                const bool contiguous = same[0].contiguous();
                (contiguous ? contiguous_ : gapped_).add_pair(same[0].target_hash, same.size());
                if (!contiguous) found[worker].add(same.size(), 1);
              });
        });
    for (const Worker& worker : workers_) statistics_.add(1, static_cast<double>(worker.once));
    for (const PairStatistics& each : found) {
      statistics_.pairs += each.pairs;
      for (std::size_t n = 1; n < each.seen.size(); ++n) statistics_.seen[n] += each.seen[n];
    }
  }

  void score(const Lexicon& lexicon, RuleTableBuilder& builder) {
    const PairStatistics contiguous = contiguous_.statistics();
    const Smoother without(options_.smoothing, contiguous);
    const Smoother with(options_.smoothing, statistics_, contiguous.pairs + statistics_.pairs);
    const GappyTableModels models{text_,        lexicon,      contiguous_, gapped_,
                                  once_source_, once_target_, without,     with};
    std::vector<std::unique_ptr<GappyTableScorer>> scorers;
    for (std::size_t worker = 0; worker < options_.threads; ++worker) {
      scorers.push_back(std::make_unique<GappyTableScorer>(models, options_));
    }
    score_rules<GappyInstance, GappyTableScorer>(store_, scorers, gappy_table_widths(options_),
                                                 monitor_, builder);
  }

 private:
  /// One thread's.
  struct Worker {
    GappyCollector pairs;
    std::uint64_t once;  ///< pairs that were seen once and not stored
  };

  /// Which pairs with gaps may have been seen twice, and whose sides have to be counted.
  void find_repeated() {
    const std::size_t most = std::max<std::size_t>(options_.memory / 3 * 8, 64);
    const std::size_t bits = std::min(text_.from.text.size() * kBitsPerWord, std::bit_floor(most));
    rough_.emplace(bits);
    visit(false, [&](const GappyInstance& pair, std::size_t) { rough_->add(pair_of(pair)); });
    rough_->finish();
    fine_.emplace(bits, 32);
    visit(false, [&](const GappyInstance& pair, std::size_t) {
      if (!(*rough_)(pair_of(pair)) || !fine_->add(pair_of(pair))) return;
      once_source_.want(pair.source_hash);
      once_target_.want(pair.target_hash);
    });
    fine_->finish();
  }

  /// Calls f(instance, worker) for every occurrence of every pair, or of those with gaps.
  template <typename F>
  void visit(bool contiguous, F&& f) {
    const auto body = [&](std::size_t begin, std::size_t end, std::size_t worker) {
      std::vector<GappyInstance> waiting;
      const auto flush = [&] {
        for (const GappyInstance& pair : waiting) f(pair, worker);
        waiting.clear();
      };
      for (std::size_t line = begin; line < end; ++line) {
        workers_[worker].pairs.collect(line, contiguous, [&](const GappyInstance& pair) {
          waiting.push_back(pair);
          prefetch(pair, contiguous);
          if (waiting.size() == kAhead) flush();
        });
      }
      flush();
    };
    parallel_ranges(text_.from.begin.size(), kLinesAtOnce, options_.threads, monitor_, body);
  }

  void prefetch(const GappyInstance& pair, bool last) const {
    if (!rough_) return;
    rough_->prefetch(pair_of(pair));
    if (fine_) fine_->prefetch(pair_of(pair));
    if (!last) return;
    once_source_.prefetch(pair.source_hash);
    once_target_.prefetch(pair.target_hash);
  }

  const Segment& text_;
  const GappyTableOptions& options_;
  Monitor& monitor_;
  InstanceStore<GappyInstance> store_;
  std::vector<Worker> workers_;
  std::optional<SeenTwice> rough_, fine_;
  SideTally once_source_, once_target_;
  PhraseCounts contiguous_, gapped_;
  PairStatistics statistics_;  ///< of pairs with gaps
};

}  // namespace

void check(const GappyTableOptions& options) {
  for (const SideLimits& side : {options.source, options.target}) {
    if (side.max_length < 1 || side.max_words < 1 || side.max_span < 1 ||
        side.max_length > GappyPairs::kLongest || side.max_span > GappyPairs::kLongest) {
      throw ConfigError("a table of phrases with gaps takes sides of at most " +
                        std::to_string(GappyPairs::kLongest) + " words, gaps included");
    }
  }
  if (options.threads < 1 || options.least < 1 || !(options.reordering_smoothing > 0)) {
    throw ConfigError("a number among the extraction options is out of range");
  }
}

RuleTableWidths gappy_table_widths(const GappyTableOptions& options) {
  return {.scores = 4,
          .reordering = options.orientation == OrientationModel::kNone ? 0 : kReorderingColumns,
          .counts = kCountColumns};
}

RuleTableArrays extract_gappy(const AlignedCorpus& corpus, const Lexicon& lexicon,
                              const GappyTableOptions& options, Monitor& monitor) {
  check(options);
  RuleTableBuilder builder(gappy_table_widths(options), {options.memory / 8, options.directory});
  {  // what this needs is gone when the table is made
    const IndexedTextArrays source = linked_text(corpus, true), target = linked_text(corpus, false);
    const Segment text{source.view(), target.view(), nullptr};
    Extraction extraction(text, options, monitor);
    extraction.collect();
    extraction.count();
    extraction.score(lexicon, builder);
  }
  return builder.finish();
}

}  // namespace dragoman::grammar
