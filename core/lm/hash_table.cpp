#include "lm/hash_table.hpp"

#include "common/error.hpp"

namespace dragoman::lm {

HashSearch::HashSearch(std::span<const std::uint64_t> cells, int order) {
  std::size_t at = kHeader;
  bool sound = cells.size() >= kHeader;
  for (int n = 2; sound && n <= order; ++n) {
    const std::uint64_t slots = cells[n - 2];
    sound = slots <= HashTable::kMaxSlots && 2 * slots <= cells.size() - at;
    if (sound) {
      tables_[n - 2] = HashTable(cells.subspan(at, 2 * slots));
      at += 2 * slots;
    }
  }
  if (!sound || at != cells.size()) {
    throw ModelError("the language model's hash tables have the wrong sizes");
  }
}

}  // namespace dragoman::lm
