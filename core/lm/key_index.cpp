#include "lm/key_index.hpp"

#include "common/error.hpp"

namespace dragoman::lm {

std::size_t KeyIndex::slots_for(std::size_t entries) {
  const std::size_t slots = entries + entries / 2 + 8;
  if (slots > HashTable::kMaxSlots) {
    throw ConfigError("the model has too many n-grams for the hash layout; use the compact one");
  }
  return slots;
}

bool KeyIndex::insert(std::uint64_t key, std::uint64_t payload) {
  if (4 * (size_ + 1) > 3 * (cells_.size() / 2)) {
    KeyIndex larger(2 * size_ + 8);
    for (std::size_t i = 0; i < cells_.size(); i += 2) {
      if (cells_[i] != 0) larger.insert(cells_[i], cells_[i + 1]);
    }
    *this = std::move(larger);
  }
  std::size_t left = HashTable::kMaxSteps;
  const std::size_t at =
      probe<AnyNumberOfSlots>(cells_.size() / 2, HashTable::hash(key), [&](std::size_t slot) {
        return cells_[2 * slot] == 0 || cells_[2 * slot] == key || --left == 0;
      });
  if (cells_[2 * at] == key) return false;
  if (left == 0) throw ConfigError("the n-grams collide too often in a hash table");
  cells_[2 * at] = key;
  cells_[2 * at + 1] = payload;
  ++size_;
  return true;
}

}  // namespace dragoman::lm
