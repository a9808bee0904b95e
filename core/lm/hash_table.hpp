// The fast layout: for every order from 2 an open-addressing table of 16-byte entries, keyed by a
// 64-bit hash of the n-gram's words from the last to the first. The keys of all orders depend on
// the words alone, so that the cache misses of a query can all start at once.
//
// The tables are safe on any bytes: positions are computed, never read, and a search ends after
// kMaxSteps, which no table that was built exceeds.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "common/probing_table.hpp"
#include "common/types.hpp"
#include "lm/state.hpp"
#include "lm/value.hpp"

namespace dragoman::lm {

// GCC drops calls of a function that only prefetches, because it sees no effect. It keeps them if
// the function is always inlined.
#if defined(__GNUC__) || defined(__clang__)
#define DRAGOMAN_PREFETCHING __attribute__((always_inline)) inline
DRAGOMAN_PREFETCHING void prefetch_read(const void* p) { __builtin_prefetch(p); }
#else
#define DRAGOMAN_PREFETCHING inline
inline void prefetch_read(const void*) {}
#endif

/// Key of the n-gram that ends with this word, before any word on its left is added.
inline std::uint64_t ngram_key(WordId word) {
  return (std::uint64_t{word} + 1) * 0x9e3779b97f4a7c15ULL;
}

/// Key of the n-gram one word longer on the left. Never 0, which marks an empty slot.
inline std::uint64_t ngram_key(std::uint64_t key, WordId word) {
  key = (key ^ (key >> 29)) * 0xbf58476d1ce4e5b9ULL;
  key ^= (std::uint64_t{word} + 1) * 0xd1342543de82ef95ULL;
  return key == 0 ? 1 : key;
}

/// The way back: the key before `word` was added on the left.
inline std::uint64_t shorter_key(std::uint64_t key, WordId word) {
  constexpr std::uint64_t kInverse = 0x96de1b173f119089ULL;  // of the first factor above
  key = (key ^ (std::uint64_t{word} + 1) * 0xd1342543de82ef95ULL) * kInverse;
  return key ^ (key >> 29) ^ (key >> 58);
}

/// The word of a key that ngram_key(word) made.
inline WordId word_of_key(std::uint64_t key) {
  constexpr std::uint64_t kInverse = 0xf1de83e19937733dULL;
  return static_cast<WordId>(key * kInverse - 1);
}

class HashTable {
 public:
  static constexpr std::size_t kMaxSlots = std::size_t{1} << 32;
  static constexpr std::size_t kMaxSteps = std::size_t{1} << 14;

  HashTable() = default;
  /// Two numbers a slot: key, then payload.
  explicit HashTable(std::span<const std::uint64_t> cells)
      : cells_(cells.data()),
        slots_(cells.size() / 2),
        most_(slots_ < kMaxSteps ? slots_ : kMaxSteps) {}

  std::size_t slots() const { return slots_; }
  /// The key in a slot; 0 if it is empty.
  std::uint64_t key(std::size_t at) const { return cells_[2 * at]; }

  Value value(std::size_t at) const { return unpack(cells_[2 * at + 1]); }

  /// The slot of a key, or slots() if the table does not hold it.
  std::size_t slot(std::uint64_t key) const {
    const std::uint64_t* payload = find(key);
    return payload == nullptr ? slots_ : static_cast<std::size_t>(payload - cells_) / 2;
  }

  /// The number that decides where the search for a key begins.
  static std::uint64_t hash(std::uint64_t key) {
    return (key ^ (key >> 31)) * 0x94d049bb133111ebULL;
  }

  DRAGOMAN_PREFETCHING void prefetch(std::uint64_t key) const {
    prefetch_read(cells_ + 2 * AnyNumberOfSlots::first(hash(key), slots_));
  }

  /// The place of the key's payload, or null.
  const std::uint64_t* find(std::uint64_t key) const {
    if (slots_ == 0) return nullptr;
    std::uint64_t found = 0;
    std::size_t left = most_;
    const std::size_t at = probe<AnyNumberOfSlots>(slots_, hash(key), [&](std::size_t slot) {
      found = cells_[2 * slot];
      return found == key || found == 0 || --left == 0;
    });
    return found == key ? cells_ + 2 * at + 1 : nullptr;
  }

  static std::uint64_t pack(Value value) {
    return std::bit_cast<std::uint32_t>(value.probability) |
           std::uint64_t{std::bit_cast<std::uint32_t>(value.backoff)} << 32;
  }
  static Value unpack(std::uint64_t payload) {
    return {std::bit_cast<float>(static_cast<std::uint32_t>(payload)),
            std::bit_cast<float>(static_cast<std::uint32_t>(payload >> 32))};
  }

 private:
  const std::uint64_t* cells_ = nullptr;
  std::size_t slots_ = 0, most_ = 0;
};

/// Steps through the n-grams that end with one word, adding words on the left. Each order has a
/// table of its own, so that the short n-grams, which are needed most, lie close together. One
/// array holds all tables, after kHeader numbers: the numbers of slots of the tables of 2, 3, ...
/// words.
class HashSearch {
 public:
  using Node = std::uint64_t;
  static constexpr std::size_t kHeader = 8;

  HashSearch() = default;
  /// Throws ModelError unless the sizes in the header fill the array.
  HashSearch(std::span<const std::uint64_t> cells, int order);

  /// The n-grams of `length` words, from two on.
  const HashTable& table(int length) const { return tables_[length - 2]; }

  Node start(WordId word) const { return ngram_key(word); }

  /// Goes to a longer n-gram that is known to exist.
  bool descend(Node& node, int, WordId word) const {
    node = ngram_key(node, word);
    return true;
  }

  /// Goes to the n-gram one word longer, of `length` words, if it exists.
  bool extend(Node& node, int length, WordId word, Value& value) const {
    node = ngram_key(node, word);
    const std::uint64_t* payload = tables_[length - 2].find(node);
    if (payload == nullptr) return false;
    value = HashTable::unpack(*payload);
    return true;
  }

  /// Starts loading the n-grams of `node`'s word with up to `count` words before it, from the one
  /// with `first` of them on.
  DRAGOMAN_PREFETCHING void prefetch(Node node, const WordId* words, int count,
                                     int first = 1) const {
    for (int i = 0; i < count; ++i) {
      node = ngram_key(node, words[i]);
      if (i + 1 >= first) tables_[i].prefetch(node);
    }
  }

 private:
  HashTable tables_[kMaxOrder - 1];
};

}  // namespace dragoman::lm
