// A small array of bits that tells for most keys that are not in a hash table that they are not,
// without a look into the table (Bloom 1970, with one hash function).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "lm/hash_table.hpp"

namespace dragoman::lm {

class KeyFilter {
 public:
  KeyFilter() = default;

  explicit KeyFilter(const HashTable& table) {
    for (std::size_t i = 0; i < table.slots(); ++i) size_ += table.key(i) != 0;
    const int bits = std::clamp(static_cast<int>(std::bit_width(16 * size_)), 6, 36);
    shift_ = 64 - bits;
    bits_.resize(std::size_t{1} << (bits - 6));
    for (std::size_t i = 0; i < table.slots(); ++i) {
      if (table.key(i) == 0) continue;
      const std::uint64_t at = place(table.key(i));
      bits_[at >> 6] |= std::uint64_t{1} << (at & 63);
    }
  }

  /// How many keys the table holds.
  std::size_t size() const { return size_; }

  /// False only if the table does not hold the key.
  bool may_hold(std::uint64_t key) const {
    const std::uint64_t at = place(key);
    return (bits_[at >> 6] >> (at & 63) & 1) != 0;
  }

 private:
  std::uint64_t place(std::uint64_t key) const {
    return ((key ^ (key >> 32)) * 0x9e3779b97f4a7c15ULL) >> shift_;
  }

  std::size_t size_ = 0;
  int shift_ = 63;
  std::vector<std::uint64_t> bits_;
};

}  // namespace dragoman::lm
