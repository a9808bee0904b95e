#include "grammar/extract/phrase_counts.hpp"

namespace dragoman::grammar {

PhraseCounts::PhraseCounts() : shards_(std::make_unique<std::array<Shard, kShards>>()) {}

PhraseCounts::Slot& PhraseCounts::slot_of(Shard& shard, std::uint64_t target_hash) {
  Slot& slot = shard.slots.insert(
      target_hash, [&](const Slot& known) { return known.hash == target_hash; },
      [](const Slot& known) { return known.hash; });
  slot.hash = target_hash;
  return slot;
}

void PhraseCounts::add_pair(std::uint64_t target_hash, std::uint64_t count) {
  Shard& shard = (*shards_)[target_hash >> 56];
  std::lock_guard lock(shard.mutex);
  Slot& slot = slot_of(shard, target_hash);
  slot.count += count;
  slot.partners += 1;
  shard.pairs += 1;
  if (count <= kCountsOfCounts) shard.counts_of_counts[count] += 1;
}

void PhraseCounts::add_target(std::uint64_t target_hash, PhraseCount count) {
  if (count.count == 0) return;
  Shard& shard = (*shards_)[target_hash >> 56];
  std::lock_guard lock(shard.mutex);
  Slot& slot = slot_of(shard, target_hash);
  slot.count += count.count;
  slot.partners += count.partners;
}

PhraseCount PhraseCounts::target(std::uint64_t target_hash) const {
  const Shard& shard = (*shards_)[target_hash >> 56];
  const Slot& slot =
      shard.slots.find(target_hash, [&](const Slot& known) { return known.hash == target_hash; });
  return {slot.count, slot.partners};
}

std::uint64_t PhraseCounts::pairs() const {
  std::uint64_t sum = 0;
  for (const Shard& shard : *shards_) sum += shard.pairs;
  return sum;
}

PairStatistics PhraseCounts::statistics() const {
  PairStatistics sum;
  for (const Shard& shard : *shards_) {
    sum.pairs += static_cast<double>(shard.pairs);
    for (std::size_t n = 1; n <= kCountsOfCounts; ++n) {
      sum.seen[n] += static_cast<double>(shard.counts_of_counts[n]);
    }
  }
  return sum;
}

}  // namespace dragoman::grammar
