#include "grammar/suffix/side_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>

#include "common/error.hpp"
#include "common/probing_table.hpp"
#include "grammar/extract/rule_extractor.hpp"
#include "grammar/extract/seen_twice.hpp"
#include "grammar/index/batches.hpp"

namespace dragoman::grammar {
namespace {

/// Bits for each word of the text, and at most: enough that few sides share one.
constexpr std::size_t kBitsPerWord = 128, kMostBits = std::size_t{1} << 32;

/// So many buckets that each has a few hashes, at least two buckets.
unsigned bucket_bits(std::size_t hashes) {
  return static_cast<unsigned>(std::bit_width(hashes / 4 + 1));
}

/// Counts of hashes, in parts of their own so that threads seldom wait for each other.
class ShardedCounts {
 public:
  ShardedCounts() : shards_(std::make_unique<std::array<Shard, kShards>>()) {}

  void add(std::uint64_t hash) {
    Shard& shard = (*shards_)[hash >> kShift];
    std::lock_guard lock(shard.mutex);
    Slot& slot = shard.slots.insert(
        hash, [&](const Slot& known) { return known.hash == hash; },
        [](const Slot& known) { return known.hash; });
    slot.hash = hash;
    ++slot.count;
  }

  /// Those of two or more, in the order of the hashes; nothing is left here.
  SideCountArrays finish() {
    SideCountArrays out;
    std::vector<Slot> found;
    for (Shard& shard : *shards_) {
      found.clear();
      for (const Slot& slot : shard.slots.slots()) {
        if (slot.count > 1) found.push_back(slot);
      }
      shard.slots.clear(64);
      std::ranges::sort(found, {}, &Slot::hash);
      for (const Slot& slot : found) {
        out.hashes.push_back(slot.hash);
        out.counts.push_back(slot.count);
      }
    }
    return out;
  }

 private:
  static constexpr std::size_t kShards = 256, kShift = 56;
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t count = 0;
    bool free() const { return count == 0; }
  };
  struct Shard {
    std::mutex mutex;
    ProbingTable<Slot, 66> slots;
  };
  std::unique_ptr<std::array<Shard, kShards>> shards_;
};

/// Calls f(hash) for the target side of every occurrence of every rule.
template <typename F>
void for_each_target_side(const Segment& text, const HierarchicalLimits& limits,
                          std::size_t threads, Monitor& monitor, F&& f) {
  std::vector<RuleExtractor> extractors(threads, RuleExtractor(text, limits));
  parallel_ranges(text.from.begin.size(), kLinesAtOnce, threads, monitor,
                  [&](std::size_t begin, std::size_t end, std::size_t worker) {
                    for (std::size_t line = begin; line < end; ++line) {
                      for (const RuleInstance& instance :
                           extractors[worker].extract(static_cast<std::uint32_t>(line))) {
                        f(target_hash_of(text, instance));
                      }
                    }
                  });
}

bool partners_are_sound(std::span<const std::uint32_t> counts,
                        std::span<const std::uint32_t> partners) {
  if (partners.empty()) return true;
  if (partners.size() != counts.size()) return false;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (partners[i] < 1 || partners[i] > counts[i]) return false;
  }
  return true;
}

}  // namespace

SideCounts::SideCounts(std::span<const std::uint64_t> hashes, std::span<const std::uint32_t> counts,
                       std::span<const std::uint32_t> partners)
    : hashes_(hashes),
      counts_(counts),
      partners_(partners),
      shift_(64 - bucket_bits(hashes.size())) {
  if (hashes.size() != counts.size() ||
      hashes.size() >= std::numeric_limits<std::uint32_t>::max() ||
      std::ranges::adjacent_find(hashes, std::greater_equal()) != hashes.end() ||
      std::ranges::any_of(counts, [](std::uint32_t count) { return count < 2; }) ||
      !partners_are_sound(counts, partners)) {
    throw ModelError("the counts of the target sides are not sound");
  }
  first_.assign((std::size_t{1} << (64 - shift_)) + 1, 0);
  for (const std::uint64_t hash : hashes) ++first_[(hash >> shift_) + 1];
  for (std::size_t bucket = 1; bucket < first_.size(); ++bucket) {
    first_[bucket] += first_[bucket - 1];
  }
}

std::size_t SideCounts::place_of(std::uint64_t hash) const {
  const std::size_t bucket = hash >> shift_;
  for (std::size_t i = first_[bucket]; i < first_[bucket + 1]; ++i) {
    if (hashes_[i] == hash) return i;
  }
  return size();
}

SideCountArrays count_target_sides(const Segment& text, const HierarchicalLimits& limits,
                                   std::size_t threads, Monitor& monitor) {
  check(limits);
  if (threads < 1) throw ConfigError("the number of threads must be at least 1");
  SeenTwice twice(std::min(text.to.text.size() * kBitsPerWord, kMostBits));
  for_each_target_side(text, limits, threads, monitor,
                       [&](std::uint64_t hash) { twice.add(hash); });
  twice.finish();
  ShardedCounts counts;
  for_each_target_side(text, limits, threads, monitor, [&](std::uint64_t hash) {
    if (twice(hash)) counts.add(hash);
  });
  return counts.finish();
}

}  // namespace dragoman::grammar
