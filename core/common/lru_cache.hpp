// A bounded memory of values that were costly to compute, by sequences of numbers: what was not
// used for longest is forgotten first. Any thread may ask and add at any time; a value that is held
// somewhere lives on after it was forgotten here.
//
//   LruCache<Value> cache(64 << 20);
//   if (auto known = cache.find(key)) return known;
//   cache.insert(key, std::make_shared<const Value>(...), bytes of the value);
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "common/hash.hpp"
#include "common/types.hpp"

namespace dragoman {

template <typename Value>
class LruCache {
 public:
  /// Holds values of about so many bytes altogether, keys and book-keeping included.
  explicit LruCache(std::size_t bytes) : limit_(bytes / kShards) {}

  /// Null if it is not known.
  std::shared_ptr<const Value> find(std::span<const Symbol> key) {
    Shard& shard = shard_of(key);
    std::lock_guard lock(shard.mutex);
    const auto found = shard.places.find(key);
    if (found == shard.places.end()) return nullptr;
    shard.items.splice(shard.items.begin(), shard.items, found->second);
    return found->second->value;
  }

  /// Does nothing if the key is known or the value too large to be kept.
  void insert(std::span<const Symbol> key, std::shared_ptr<const Value> value, std::size_t bytes) {
    bytes += key.size_bytes() + kOverhead;
    Shard& shard = shard_of(key);
    std::lock_guard lock(shard.mutex);
    if (bytes > limit_ || shard.places.contains(key)) return;
    for (; shard.bytes + bytes > limit_; shard.items.pop_back()) {
      const Item& oldest = shard.items.back();
      shard.bytes -= oldest.bytes;
      shard.places.erase(std::span<const Symbol>(oldest.key));
    }
    shard.items.push_front({{key.begin(), key.end()}, std::move(value), bytes});
    shard.places.emplace(shard.items.front().key, shard.items.begin());
    shard.bytes += bytes;
  }

  /// What it holds now.
  std::size_t bytes() {
    std::size_t total = 0;
    for (Shard& shard : shards_) {
      std::lock_guard lock(shard.mutex);
      total += shard.bytes;
    }
    return total;
  }

 private:
  static constexpr std::size_t kShards = 16;     ///< so that threads seldom wait for each other
  static constexpr std::size_t kOverhead = 160;  ///< of an entry: list, hash table, allocations

  struct Item {
    std::vector<Symbol> key;
    std::shared_ptr<const Value> value;
    std::size_t bytes;
  };
  struct Hash {
    std::size_t operator()(std::span<const Symbol> key) const {
      std::uint64_t hash = key.size();
      for (const Symbol symbol : key) hash = hash_combine(hash, static_cast<std::uint32_t>(symbol));
      return hash;
    }
  };
  struct Equal {
    bool operator()(std::span<const Symbol> a, std::span<const Symbol> b) const {
      return std::ranges::equal(a, b);
    }
  };
  struct Shard {
    std::mutex mutex;
    std::list<Item> items;  ///< the last used first
    /// Keys view those of the items.
    std::unordered_map<std::span<const Symbol>, typename std::list<Item>::iterator, Hash, Equal>
        places;
    std::size_t bytes = 0;
  };

  Shard& shard_of(std::span<const Symbol> key) { return shards_[Hash()(key) >> 60]; }
  static_assert(kShards == 16, "a shard is chosen by four bits");

  std::size_t limit_;
  std::array<Shard, kShards> shards_;
};

}  // namespace dragoman
