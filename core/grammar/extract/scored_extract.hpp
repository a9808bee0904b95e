// From instances of rules to a table, whatever kind of rules they are: counting and scoring, some
// buckets at a time.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/extract/instance_store.hpp"
#include "grammar/extract/phrase_counts.hpp"
#include "grammar/index/batches.hpp"
#include "grammar/table/rule_batch.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

/// Calls f(range) for the stretches of instances that agree in what `of` gives.
template <typename Instance, typename Of, typename F>
void for_each_group(std::span<const Instance> instances, Of&& of, F&& f) {
  while (!instances.empty()) {
    std::size_t end = 1;
    while (end < instances.size() && of(instances[end]) == of(instances[0])) ++end;
    f(instances.first(end));
    instances = instances.subspan(end);
  }
}

/// Puts all instances of a text into a store: calls collect(line, worker, InstanceBuffer&) for
/// every line.
template <typename Instance, typename Collect>
void collect_all(std::size_t lines, std::size_t threads, InstanceStore<Instance>& store,
                 Monitor& monitor, Collect&& collect) {
  std::vector<std::unique_ptr<InstanceBuffer<Instance>>> buffers;
  for (std::size_t worker = 0; worker < threads; ++worker) {
    buffers.push_back(std::make_unique<InstanceBuffer<Instance>>(store));
  }
  parallel_ranges(lines, kLinesAtOnce, threads, monitor,
                  [&](std::size_t begin, std::size_t end, std::size_t worker) {
                    for (std::size_t line = begin; line < end; ++line) {
                      collect(line, worker, *buffers[worker]);
                    }
                  });
  for (const auto& buffer : buffers) buffer->flush_all();
}

/// Counts of target sides, which are spread over all buckets.
template <typename Instance>
void count_pairs(InstanceStore<Instance>& store, std::size_t threads, Monitor& monitor,
                 PhraseCounts& counts) {
  const auto pair = [](const Instance& i) { return std::pair(i.source_hash, i.target_hash); };
  std::vector<std::vector<Instance>> buffers(threads);
  parallel_chunks(store.kBuckets, threads, monitor, [&](std::size_t bucket, std::size_t worker) {
    for_each_group(
        store.sorted(bucket, buffers[worker]), pair,
        [&](std::span<const Instance> same) { counts.add_pair(same[0].target_hash, same.size()); });
  });
}

/// One table: some buckets at a time, so that few rules wait twice in memory. A scorer, one a
/// thread, has score(sorted instances with every occurrence of their source sides, RuleBatch&).
template <typename Instance, typename Scorer>
void score_rules(InstanceStore<Instance>& store, std::span<const std::unique_ptr<Scorer>> scorers,
                 const RuleTableWidths& widths, Monitor& monitor, RuleTableBuilder& builder) {
  constexpr std::size_t kBucketsAtOnce = 16;
  std::vector<std::vector<Instance>> buffers(scorers.size());
  std::vector<RuleBatch> batches(kBucketsAtOnce);
  for (std::size_t first = 0; first < store.kBuckets; first += kBucketsAtOnce) {
    parallel_chunks(kBucketsAtOnce, scorers.size(), monitor,
                    [&](std::size_t k, std::size_t worker) {
                      const std::size_t bucket = first + k;
                      scorers[worker]->score(store.sorted(bucket, buffers[worker]), batches[k]);
                      store.release(bucket);
                    });
    for (RuleBatch& batch : batches) batch.drain(widths, builder);
  }
}

}  // namespace dragoman::grammar
