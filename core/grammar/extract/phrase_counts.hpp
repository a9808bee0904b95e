// What must be known of all phrase pairs before any can be scored: how often each target phrase
// was extracted and with how many source phrases, and how many pairs were seen once, twice, ...
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>

#include "common/probing_table.hpp"
#include "grammar/extract/pair_statistics.hpp"

namespace dragoman::grammar {

/// How often a phrase was extracted, and with how many different partners.
struct PhraseCount {
  std::uint64_t count = 0;
  std::uint32_t partners = 0;
};

/// The same for counts of a sample, where one time stands for several.
struct SampledCount {
  double count = 0;
  std::uint32_t partners = 0;

  void add(double joint) {
    count += joint;
    ++partners;
  }
};

class PhraseCounts {
 public:
  static constexpr std::size_t kCountsOfCounts = PairStatistics::kCountsOfCounts;

  PhraseCounts();

  /// A target phrase (by its hash) that was extracted `count` times with one more source phrase.
  /// Any thread may call it; the outcome does not depend on the order.
  void add_pair(std::uint64_t target_hash, std::uint64_t count);

  /// A target phrase whose pairs were counted elsewhere; statistics() does not know of it.
  void add_target(std::uint64_t target_hash, PhraseCount count);

  /// Of a phrase that was added.
  PhraseCount target(std::uint64_t target_hash) const;

  /// All distinct pairs.
  std::uint64_t pairs() const;
  PairStatistics statistics() const;

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint64_t count = 0;
    std::uint32_t partners = 0;

    bool free() const { return count == 0; }
  };
  struct Shard {
    std::mutex mutex;
    ProbingTable<Slot, 66> slots;
    std::uint64_t pairs = 0;
    std::array<std::uint64_t, kCountsOfCounts + 1> counts_of_counts{};
  };
  static constexpr std::size_t kShards = 256;
  static Slot& slot_of(Shard& shard, std::uint64_t target_hash);

  std::unique_ptr<std::array<Shard, kShards>> shards_;
};

}  // namespace dragoman::grammar
