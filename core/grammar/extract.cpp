#include "grammar/extract.hpp"

#include <array>
#include <memory>

#include "common/hash.hpp"
#include "grammar/instance_store.hpp"
#include "grammar/phrase_counts.hpp"
#include "grammar/phrase_scorer.hpp"
#include "grammar/rule_batch.hpp"
#include "grammar/significance.hpp"

namespace dragoman::grammar {
namespace {

constexpr std::size_t kLinesPerChunk = 500;
constexpr std::size_t kBucketsAtOnce = 32;
constexpr std::size_t kFlush = 1024;  ///< instances a worker gathers before it takes the lock

/// Hashes of all phrases of a sentence up to a length.
class PhraseHashes {
 public:
  void compute(std::span<const WordId> words, std::size_t max_length) {
    width_ = std::min(max_length, words.size());
    hashes_.resize(words.size() * width_);
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
      std::uint64_t hash = 0x8f1bbcdcbfa53e0bULL;
      for (std::size_t k = 0; k < width_ && begin + k < words.size(); ++k) {
        hash = hash_combine(hash, words[begin + k]);
        hashes_[begin * width_ + k] = hash;
      }
    }
  }
  std::uint64_t of(std::size_t begin, std::size_t length) const {
    return hashes_[begin * width_ + length - 1];
  }

 private:
  std::size_t width_ = 0;
  std::vector<std::uint64_t> hashes_;
};

/// One thread's part of the first stage.
class Collector {
 public:
  Collector(const AlignedCorpus& corpus, const ExtractOptions& options, InstanceStore& store)
      : corpus_(corpus),
        max_length_(options.max_length),
        extractor_(options.max_length, options.orientation),
        store_(store) {}

  void collect(std::size_t line) {
    const auto source = corpus_.source[line], target = corpus_.target[line];
    const auto spans = extractor_.extract(source.size(), target.size(), corpus_.links_of(line));
    if (spans.empty()) return;
    source_hashes_.compute(source, max_length_);
    target_hashes_.compute(target, max_length_);
    for (const PhraseSpan& span : spans) {
      const std::uint64_t hash = source_hashes_.of(span.source_begin, span.source_length);
      const std::size_t bucket = InstanceStore::bucket_of(hash);
      pending_[bucket].push_back({hash, target_hashes_.of(span.target_begin, span.target_length),
                                  static_cast<std::uint32_t>(line), span});
      if (pending_[bucket].size() >= kFlush) flush(bucket);
    }
  }

  void flush_all() {
    for (std::size_t bucket = 0; bucket < InstanceStore::kBuckets; ++bucket) flush(bucket);
  }

 private:
  void flush(std::size_t bucket) {
    store_.append(bucket, pending_[bucket]);
    pending_[bucket].clear();
  }

  const AlignedCorpus& corpus_;
  std::size_t max_length_;
  PhraseExtractor extractor_;
  InstanceStore& store_;
  PhraseHashes source_hashes_, target_hashes_;
  std::array<std::vector<PhraseInstance>, InstanceStore::kBuckets> pending_;
};

void collect_instances(const AlignedCorpus& corpus, const ExtractOptions& options,
                       InstanceStore& store, Monitor& monitor) {
  std::vector<std::unique_ptr<Collector>> collectors;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    collectors.push_back(std::make_unique<Collector>(corpus, options, store));
  }
  const std::size_t chunks = (corpus.size() + kLinesPerChunk - 1) / kLinesPerChunk;
  parallel_chunks(chunks, options.threads, monitor, [&](std::size_t chunk, std::size_t worker) {
    const std::size_t end = std::min(corpus.size(), (chunk + 1) * kLinesPerChunk);
    for (std::size_t line = chunk * kLinesPerChunk; line < end; ++line) {
      collectors[worker]->collect(line);
    }
  });
  for (const auto& collector : collectors) collector->flush_all();
}

void count_pairs(std::span<const PhraseInstance> instances, PhraseCounts& counts) {
  for (std::size_t i = 0, j = 0; i < instances.size(); i = j) {
    while (j < instances.size() && instances[j].source_hash == instances[i].source_hash &&
           instances[j].target_hash == instances[i].target_hash) {
      ++j;
    }
    counts.add_pair(instances[i].target_hash, j - i);
  }
}

}  // namespace

RuleTableWidths widths_of(const ExtractOptions& options) {
  return {.scores = 4,
          .reordering = options.orientation == OrientationModel::kNone ? 0 : kReorderingColumns,
          .counts = kCountColumns};
}

RuleTableArrays extract_phrases(const AlignedCorpus& corpus, const Lexicon& lexicon,
                                const ExtractOptions& options, Monitor& monitor) {
  // 1. Every occurrence of every phrase pair, into buckets by source phrase.
  InstanceStore store(options.memory, options.directory);
  collect_instances(corpus, options, store, monitor);

  // 2. Counts of target phrases, which are spread over all buckets.
  PhraseCounts counts;
  std::vector<std::vector<PhraseInstance>> buffers(options.threads);
  parallel_chunks(InstanceStore::kBuckets, options.threads, monitor,
                  [&](std::size_t bucket, std::size_t worker) {
                    count_pairs(store.sorted(bucket, buffers[worker]), counts);
                  });

  // 3. What scores need.
  std::optional<SignificanceFilter> significance;
  if (options.significance) significance.emplace(corpus, options, monitor);
  const Smoother smoother(options.smoothing, counts);
  const ScoringModels models{corpus, lexicon, counts, smoother,
                             significance ? &*significance : nullptr};
  std::vector<std::unique_ptr<PhraseScorer>> scorers;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    scorers.push_back(std::make_unique<PhraseScorer>(models, options));
  }

  // 4. One table: some buckets at a time, so that only few rules are in memory twice.
  const RuleTableWidths widths = widths_of(options);
  RuleTableBuilder builder(widths);
  if (options.top == 0 && !options.significance) builder.reserve(counts.pairs());
  std::vector<RuleBatch> batches(kBucketsAtOnce);
  for (std::size_t first = 0; first < InstanceStore::kBuckets; first += kBucketsAtOnce) {
    parallel_chunks(kBucketsAtOnce, options.threads, monitor,
                    [&](std::size_t k, std::size_t worker) {
                      const std::size_t bucket = first + k;
                      scorers[worker]->score(store.sorted(bucket, buffers[worker]), batches[k]);
                      store.release(bucket);
                    });
    for (RuleBatch& batch : batches) batch.drain(widths, builder);
  }
  return builder.finish();
}

}  // namespace dragoman::grammar
