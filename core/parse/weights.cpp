#include "parse/weights.hpp"

#include <array>
#include <bit>
#include <vector>

#include "common/error.hpp"

namespace dragoman::parse {

std::size_t find_rows(std::span<const Slot> slots, std::span<const Feature> features,
                      std::uint32_t* found) {
  for (const Feature feature : features) __builtin_prefetch(&slots[feature & (slots.size() - 1)]);
  std::size_t size = 0;
  for (const Feature feature : features) {
    const Slot slot = slots[find_slot(slots, feature)];
    if (slot != 0) found[size++] = row_of(slot);
  }
  return size;
}

FrozenWeights::FrozenWeights(std::size_t classes, std::span<const Slot> slots,
                             std::span<const std::int16_t> rows)
    : classes_(classes), slots_(slots), rows_(rows) {
  std::vector<bool> starts(rows.size());
  std::size_t count = 0, length = 0;
  for (std::size_t row = 0; row < rows.size(); row += 1 + length) {
    const bool full = rows[row] == kFullRow;
    if (!full && rows[row] < 0) throw ModelError("a row of weights has no sound length");
    length = full ? classes : 2 * static_cast<std::size_t>(rows[row]);
    if (length >= rows.size() - row) throw ModelError("the last weights are missing");
    for (std::size_t e = row + 1; !full && e <= row + length; e += 2) {
      if (static_cast<Class>(rows[e]) >= classes) throw ModelError("a weight belongs to no class");
    }
    starts[row] = true;
    ++count;
  }
  if (!std::has_single_bit(slots.size()) || slots.size() <= count) {
    throw ModelError("the table of features has a wrong size");
  }
  for (const Slot slot : slots) {
    if (slot == 0) continue;
    if (row_of(slot) >= rows.size() || !starts[row_of(slot)]) {
      throw ModelError("a feature's weights lie outside the model");
    }
    starts[row_of(slot)] = false;  // a row belongs to one feature, so some slot is empty
  }
}

void FrozenWeights::add_scores(std::span<const Feature> features, std::span<Score> scores) const {
  std::array<std::uint32_t, FeatureList::kMost> found;
  const std::size_t size = find_rows(slots_, features, found.data());
  for (std::size_t i = 0; i < size; ++i) __builtin_prefetch(&rows_[found[i]]);
  for (std::size_t i = 0; i < size; ++i) {
    const std::int16_t* row = &rows_[found[i]];
    if (*row == kFullRow) {
      for (std::size_t c = 0; c < classes_; ++c) scores[c] += row[1 + c];
    } else {
      const std::int16_t* end = row + 1 + 2 * *row;
      for (++row; row != end; row += 2) scores[static_cast<Class>(row[0])] += row[1];
    }
  }
}

}  // namespace dragoman::parse
