// A growing table from n-gram keys to numbers, in the layout that hash_table.hpp reads.
#pragma once

#include <cstdint>
#include <vector>

#include "lm/hash_table.hpp"

namespace dragoman::lm {

class KeyIndex {
 public:
  /// Room for `entries` at a load of two thirds.
  explicit KeyIndex(std::size_t entries) : cells_(2 * slots_for(entries)) {}

  /// Adds a key; false, and no change, if it was there.
  bool insert(std::uint64_t key, std::uint64_t payload);

  /// The key's payload, or null.
  const std::uint64_t* find(std::uint64_t key) const { return HashTable(cells_).find(key); }

  std::size_t size() const { return size_; }

  /// Replaces every payload by f(payload).
  template <typename F>
  void transform(F&& f) {
    for (std::size_t i = 0; i < cells_.size(); i += 2) {
      if (cells_[i] != 0) cells_[i + 1] = f(cells_[i + 1]);
    }
  }

  std::vector<std::uint64_t> take() { return std::move(cells_); }

 private:
  static std::size_t slots_for(std::size_t entries);

  std::vector<std::uint64_t> cells_;
  std::size_t size_ = 0;
};

}  // namespace dragoman::lm
