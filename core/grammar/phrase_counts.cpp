#include "grammar/phrase_counts.hpp"

namespace dragoman {

PhraseCounts::PhraseCounts() : shards_(std::make_unique<std::array<Shard, kShards>>()) {}

std::size_t PhraseCounts::probe(const std::vector<Slot>& slots, std::uint64_t hash) {
  const std::size_t mask = slots.size() - 1;
  std::size_t slot = hash & mask;
  while (slots[slot].count != 0 && slots[slot].hash != hash) slot = (slot + 1) & mask;
  return slot;
}

void PhraseCounts::grow(Shard& shard) {
  std::vector<Slot> larger(shard.slots.size() * 2);
  for (const Slot& slot : shard.slots) {
    if (slot.count != 0) larger[probe(larger, slot.hash)] = slot;
  }
  shard.slots.swap(larger);
}

void PhraseCounts::add_pair(std::uint64_t target_hash, std::uint64_t count) {
  Shard& shard = (*shards_)[target_hash >> 56];
  std::lock_guard lock(shard.mutex);
  std::size_t slot = probe(shard.slots, target_hash);
  if (shard.slots[slot].count == 0) {
    if (3 * (shard.used + 1) > 2 * shard.slots.size()) {
      grow(shard);
      slot = probe(shard.slots, target_hash);
    }
    shard.slots[slot].hash = target_hash;
    ++shard.used;
  }
  shard.slots[slot].count += count;
  shard.slots[slot].partners += 1;
  shard.pairs += 1;
  if (count <= kCountsOfCounts) shard.counts_of_counts[count] += 1;
}

PhraseCount PhraseCounts::target(std::uint64_t target_hash) const {
  const Shard& shard = (*shards_)[target_hash >> 56];
  const Slot& slot = shard.slots[probe(shard.slots, target_hash)];
  return {slot.count, slot.partners};
}

std::uint64_t PhraseCounts::pairs() const {
  std::uint64_t sum = 0;
  for (const Shard& shard : *shards_) sum += shard.pairs;
  return sum;
}

std::array<std::uint64_t, PhraseCounts::kCountsOfCounts + 1> PhraseCounts::counts_of_counts()
    const {
  std::array<std::uint64_t, kCountsOfCounts + 1> sum{};
  for (const Shard& shard : *shards_) {
    for (std::size_t n = 0; n <= kCountsOfCounts; ++n) sum[n] += shard.counts_of_counts[n];
  }
  return sum;
}

}  // namespace dragoman
