// Counts how often some sides of rules come, of very many: first all that are wanted are named,
// then all that come are counted. Any thread may call it at any time of either half.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "common/probing_table.hpp"

namespace dragoman::grammar {

class SideTally {
 public:
  SideTally() : shards_(std::make_unique<std::array<Shard, kShards>>()) {}

  void want(std::uint64_t hash) {
    Shard& shard = shard_of(hash);
    std::lock_guard lock(shard.mutex);
    Slot& slot = shard.slots.insert(
        hash, [&](const Slot& known) { return known.hash == hash; },
        [](const Slot& known) { return known.hash; });
    slot = {hash, 0, true};
  }
  /// One more time, if it is wanted. None may be named any more.
  void add(std::uint64_t hash) {
    const auto slots = shard_of(hash).slots.slots();
    const std::size_t place = probe(slots.size(), hash, [&](std::size_t slot) {
      return slots[slot].free() || slots[slot].hash == hash;
    });
    if (!slots[place].free()) {
      std::atomic_ref(slots[place].count).fetch_add(1, std::memory_order_relaxed);
    }
  }
  /// 0 if it was not wanted.
  std::uint32_t find(std::uint64_t hash) const {
    return shard_of(hash)
        .slots.find(hash, [&](const Slot& known) { return known.hash == hash; })
        .count;
  }
  /// Says that a hash will be added soon.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&shard_of(hash).slots.first(hash)); }

 private:
  static constexpr std::size_t kShards = 256, kShift = 56;
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t count = 0;
    bool used = false;
    bool free() const { return !used; }
  };
  struct Shard {
    std::mutex mutex;
    ProbingTable<Slot, 66> slots;
  };
  Shard& shard_of(std::uint64_t hash) const { return (*shards_)[hash >> kShift]; }

  std::unique_ptr<std::array<Shard, kShards>> shards_;
};

}  // namespace dragoman::grammar
