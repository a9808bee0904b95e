// Hash tables with open addressing and linear probing, for the whole core.
//
// `probe` goes over slots, also in a memory-mapped file. `ProbingTable` owns its slots and grows. A
// slot holds a number of something that is stored elsewhere, or a whole entry. The caller defines
// hashes and equality:
//
//   ProbingTable<std::uint32_t> numbers;
//   std::uint32_t& id = numbers.insert(
//       hash_of(word), [&](std::uint32_t known) { return words[known] == word; },
//       [&](std::uint32_t known) { return hash_of(words[known]); });
//   if (is_free(id)) { id = words.size(); words.push_back(word); }
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace dragoman {

/// The places of a hash in a table whose number of slots is a power of two: the low bits of the
/// hash are used.
struct PowerOfTwoSlots {
  static std::size_t first(std::uint64_t hash, std::size_t slots) { return hash & (slots - 1); }
  static std::size_t next(std::size_t slot, std::size_t slots) { return (slot + 1) & (slots - 1); }
};

/// The same for any number of slots up to 2^32: the high half of the hash is used (Lemire 2019).
struct AnyNumberOfSlots {
  static std::size_t first(std::uint64_t hash, std::size_t slots) {
    return (hash >> 32) * slots >> 32;
  }
  static std::size_t next(std::size_t slot, std::size_t slots) {
    return slot + 1 == slots ? 0 : slot + 1;
  }
};

/// The first slot, from the place of `hash` on, for which `stop` is true. There must be such a
/// slot; usually it is a free one.
template <typename Places = PowerOfTwoSlots, typename Stop>
std::size_t probe(std::size_t slots, std::uint64_t hash, Stop&& stop) {
  std::size_t slot = Places::first(hash, slots);
  while (!stop(slot)) slot = Places::next(slot, slots);
  return slot;
}

/// Whether a slot is free. A free number is the greatest of its type; an entry has a function for
/// it.
template <typename Slot>
bool is_free(const Slot& slot) {
  if constexpr (std::is_integral_v<Slot>) {
    return slot == static_cast<Slot>(-1);
  } else {
    return slot.free();
  }
}

/// A table that doubles its size when more than `kMostFilled` percent of its slots would be used. A
/// default Slot is free.
template <typename Slot, std::size_t kMostFilled = 50>
class ProbingTable {
 public:
  /// `slots` must be a power of two.
  explicit ProbingTable(std::size_t slots = 64) { clear(slots); }

  std::size_t size() const { return used_; }
  std::span<const Slot> slots() const { return slots_; }
  std::span<Slot> slots() { return slots_; }

  /// Makes all slots free; afterwards there are `slots` of them, a power of two.
  void clear(std::size_t slots) {
    slots_.assign(slots, free_slot());
    used_ = 0;
  }

  /// Frees all slots and shrinks the table to what it held, within `least` and `most` slots, which
  /// are powers of two: clearing an oversized table is wasted work.
  void clear_for_as_many(std::size_t least, std::size_t most) {
    clear(std::clamp(std::bit_ceil(used_ * 100 / kMostFilled + 1), least, most));
  }

  /// The slot for which same(slot) holds, or a free one; valid until the next insertion.
  template <typename Same>
  const Slot& find(std::uint64_t hash, Same&& same) const {
    return slots_[place(hash, same)];
  }

  /// The same, to change what the slot holds.
  template <typename Same>
  Slot& find(std::uint64_t hash, Same&& same) {
    return slots_[place(hash, same)];
  }

  /// The place where the search for `hash` begins, for prefetching.
  const Slot& first(std::uint64_t hash) const {
    return slots_[PowerOfTwoSlots::first(hash, slots_.size())];
  }

  /// Like find(), but a free slot counts as used from now on: the caller fills it. hash_of(slot) is
  /// the hash of the content of another slot; it is called when the table grows.
  template <typename Same, typename HashOf>
  Slot& insert(std::uint64_t hash, Same&& same, HashOf&& hash_of) {
    Slot* slot = &slots_[place(hash, same)];
    if (!is_free(*slot)) return *slot;
    if ((used_ + 1) * 100 > slots_.size() * kMostFilled) {
      grow(hash_of);
      slot = &slots_[free_place(hash)];
    }
    ++used_;
    return *slot;
  }

  /// Adds something that is known not to be in the table; there must be room for it (see `clear`).
  void add_new(std::uint64_t hash, const Slot& slot) {
    slots_[free_place(hash)] = slot;
    ++used_;
  }

 private:
  static Slot free_slot() {
    if constexpr (std::is_integral_v<Slot>) {
      return static_cast<Slot>(-1);
    } else {
      return Slot();
    }
  }

  template <typename Same>
  std::size_t place(std::uint64_t hash, Same&& same) const {
    return probe(slots_.size(), hash,
                 [&](std::size_t slot) { return is_free(slots_[slot]) || same(slots_[slot]); });
  }

  std::size_t free_place(std::uint64_t hash) const {
    return probe(slots_.size(), hash, [&](std::size_t slot) { return is_free(slots_[slot]); });
  }

  template <typename HashOf>
  void grow(HashOf&& hash_of) {
    std::vector<Slot> old(slots_.size() * 2, free_slot());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (!is_free(slot)) slots_[free_place(hash_of(slot))] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace dragoman
