// A growing table from n-gram keys to numbers, in the layout that HashTable reads.
#pragma once

#include <cstdint>
#include <vector>

#include "lm/hash_table.hpp"

namespace dragoman::lm {

/// Key of words[0..n), n >= 1.
inline std::uint64_t key_of(const WordId* words, int n) {
  std::uint64_t key = ngram_key(words[n - 1]);
  for (int i = n - 2; i >= 0; --i) key = ngram_key(key, words[i]);
  return key;
}

class KeyIndex {
 public:
  /// Room for `entries` at a load of two thirds.
  explicit KeyIndex(std::size_t entries) : cells_(2 * slots_for(entries)) {}

  /// Adds a key. Returns false, and changes nothing, if the key was there before.
  bool insert(std::uint64_t key, std::uint64_t payload);

  /// The key's payload, or null.
  const std::uint64_t* find(std::uint64_t key) const { return HashTable(cells_).find(key); }

  std::size_t size() const { return size_; }

  std::vector<std::uint64_t> take() { return std::move(cells_); }

 private:
  static std::size_t slots_for(std::size_t entries);

  std::vector<std::uint64_t> cells_;
  std::size_t size_ = 0;
};

}  // namespace dragoman::lm
