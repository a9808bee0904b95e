// A rule table made by tasks on many machines: what each of them does, with the collectors and
// scorers that make a table on one machine. Between tasks everything is bytes: instances in
// buckets by source side, counts of target sides, and at last scored rules.
//
//   const auto tasks = phrase_tasks(options);
//   buckets = tasks->collect(part, first_line, bits);        // of some lines
//   instances = tasks->sorted(the parts of a bucket);         // all instances of some source sides
//   TargetCounts counts = tasks->count(instances);              // what they say of target sides
//   join(counts of all buckets, for some target sides);       // each learns what the others say
//   RuleBatch rules = tasks->score(..., instances, counts, sums of statistics);
//
// What a task answers depends on its instances as a set, never on the order in which they come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "grammar/extract/extract.hpp"
#include "grammar/extract/gappy_table.hpp"
#include "grammar/extract/hierarchical_extract.hpp"
#include "grammar/extract/pair_statistics.hpp"
#include "grammar/table/rule_batch.hpp"

namespace dragoman::grammar {

using Bytes = std::vector<std::byte>;

/// What is known of a target side: how often it was extracted and with how many source sides, in
/// pairs without gaps and in pairs with gaps.
struct TargetCount {
  std::uint64_t hash = 0;
  std::uint64_t contiguous = 0, gapped = 0;
  std::uint32_t contiguous_partners = 0, gapped_partners = 0;
};
static_assert(sizeof(TargetCount) == 32);

/// Of pairs without gaps, and of pairs with gaps.
using BothStatistics = std::array<PairStatistics, 2>;

struct TargetCounts {
  std::vector<TargetCount> targets;  ///< sorted by hash
  BothStatistics statistics;
};

class RuleTasks {
 public:
  virtual ~RuleTasks() = default;

  virtual RuleTableWidths widths() const = 0;

  /// The instances of some lines of a text, the first of which has the number `first` there; in
  /// 2^bits buckets by source side.
  virtual std::vector<Bytes> collect(const AlignedCorpus& lines, std::uint32_t first,
                                     unsigned bits) const = 0;

  /// All instances of a bucket, sorted. Throws ModelError if the parts are damaged.
  virtual Bytes sorted(std::span<const std::span<const std::byte>> parts) const = 0;

  virtual TargetCounts count(std::span<const std::byte> sorted) const = 0;

  /// The rules of a bucket. `targets` has all target sides of the bucket with what is known of them
  /// in all buckets, `statistics` are those of all buckets.
  virtual RuleBatch score(const AlignedCorpus& corpus, const Lexicon& lexicon,
                          std::span<const std::byte> sorted, std::span<const TargetCount> targets,
                          const BothStatistics& statistics) const = 0;
};

/// Without significance pruning, which looks at the whole text.
std::unique_ptr<RuleTasks> phrase_tasks(const ExtractOptions& options);
std::unique_ptr<RuleTasks> gappy_tasks(const GappyTableOptions& options);
std::unique_ptr<RuleTasks> hierarchical_tasks(const HierarchicalTableOptions& options);

/// Adds what the parts say of each target side, and says it to all parts that know the side.
void join(std::span<std::vector<TargetCount>> parts);

}  // namespace dragoman::grammar
