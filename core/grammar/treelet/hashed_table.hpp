// Values by 64-bit hashes of what they belong to, in arrays that are written to disk as they are.
//
//   HashedTableBuilder<Counts> builder;
//   builder[key].seen += 1;
//   HashedTable<Counts> table(builder.keys(), builder.values());
//   table[key].seen                                         // a default value for unknown keys
//
// Keys are hashes of contexts and outcomes (syntactic_events.hpp, gamma.hpp). Two of them may
// collide; with 64 bits this is so rare that it is accepted.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/error.hpp"
#include "common/probing_table.hpp"

namespace dragoman::treelet {

/// How often a context was seen, and a second number: the different outcomes that followed it (in
/// the syntactic model), or how often there was a dependency (in the dependency model).
struct Counts {
  std::uint32_t seen = 0, other = 0;
};

inline constexpr std::uint64_t kNoKey = 0;

template <typename Value>
class HashedTable {
 public:
  HashedTable() = default;
  /// The arrays must outlive the table. Throws ModelError unless they fit each other.
  HashedTable(std::span<const std::uint64_t> keys, std::span<const Value> values)
      : keys_(keys), values_(values) {
    bool has_room = false;
    for (const std::uint64_t key : keys) has_room = has_room || key == kNoKey;
    const bool power = !keys.empty() && (keys.size() & (keys.size() - 1)) == 0;
    if (!power || !has_room || keys.size() != values.size()) {
      throw ModelError("the arrays of a table of counts do not fit each other");
    }
  }

  Value operator[](std::uint64_t key) const {
    const std::size_t slot = probe(
        keys_.size(), key, [&](std::size_t s) { return keys_[s] == key || keys_[s] == kNoKey; });
    return keys_[slot] == key ? values_[slot] : Value{};
  }

 private:
  std::span<const std::uint64_t> keys_;
  std::span<const Value> values_;
};

template <typename Value>
class HashedTableBuilder {
 public:
  /// The value of a key, which must not be kNoKey; valid until the next call.
  Value& operator[](std::uint64_t key) {
    Entry& entry = table_.insert(
        key, [&](const Entry& known) { return known.key == key; },
        [](const Entry& known) { return known.key; });
    entry.key = key;
    return entry.value;
  }

  /// The same, or nothing for a key that is not in the table if the table has `most` entries.
  Value* find_or_add(std::uint64_t key, std::size_t most) {
    if (table_.size() < most) return &(*this)[key];
    Entry& entry = table_.find(key, [&](const Entry& known) { return known.key == key; });
    return entry.free() ? nullptr : &entry.value;
  }

  /// How many entries there may be so that the table takes no more memory, while it grows too.
  static std::size_t most_entries(std::size_t memory) {
    return std::bit_floor(memory / (2 * sizeof(Entry))) / 2;
  }

  /// Forgets the entries for which drop(value) holds.
  template <typename Drop>
  void prune(Drop&& drop) {
    Table kept;
    for (const Entry& entry : table_.slots()) {
      if (entry.free() || drop(entry.value)) continue;
      kept.insert(
          entry.key, [](const Entry&) { return false; },
          [](const Entry& known) { return known.key; }) = entry;
    }
    table_ = std::move(kept);
  }

  std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> keys;
    for (const Entry& entry : table_.slots()) keys.push_back(entry.key);
    return keys;
  }
  std::vector<Value> values() const {
    std::vector<Value> values;
    for (const Entry& entry : table_.slots()) values.push_back(entry.value);
    return values;
  }

 private:
  struct Entry {
    std::uint64_t key = kNoKey;
    Value value = {};
    bool free() const { return key == kNoKey; }
  };
  using Table = ProbingTable<Entry>;
  Table table_;
};

}  // namespace dragoman::treelet
