// Weights of a linear model: for every feature a sparse row of (class, weight).
//
// The score of a class is the sum of its weights over the features of a decision. Weights are whole
// numbers, so that scores are the same on every machine. A feature is found by its hash in an
// open-addressing table; the upper half of the hash is kept there to tell features apart.
#pragma once

#include <cstdint>
#include <span>

#include "common/probing_table.hpp"
#include "parse/feature_list.hpp"

namespace dragoman::parse {

using Class = std::uint16_t;
using Score = std::int32_t;

class Weights {
 public:
  virtual ~Weights() = default;
  virtual std::size_t classes() const = 0;
  /// Adds the weights of the features to the scores, one for each class.
  virtual void add_scores(std::span<const Feature> features, std::span<Score> scores) const = 0;
};

/// A slot of the table: the upper half of the feature's hash over where its row lies, plus one; 0
/// is an empty slot.
using Slot = std::uint64_t;

inline Slot make_slot(Feature feature, std::uint32_t row) {
  return (feature & ~Slot{0xffffffff}) | (row + 1);
}
inline std::uint32_t row_of(Slot slot) { return static_cast<std::uint32_t>(slot) - 1; }
inline bool holds(Slot slot, Feature feature) { return (slot ^ feature) >> 32 == 0; }

/// Looks for a feature; returns the place of its slot, or of the empty one where it would go.
inline std::size_t find_slot(std::span<const Slot> slots, Feature feature) {
  return probe(slots.size(), feature, [&](std::size_t place) {
    return slots[place] == 0 || holds(slots[place], feature);
  });
}

/// The rows of those features that the table holds, written to `found` (which has place for all);
/// returns how many. Memory is asked for ahead, since a table is far larger than the caches.
std::size_t find_rows(std::span<const Slot> slots, std::span<const Feature> features,
                      std::uint32_t* found);

/// In a saved model all rows lie in one array. A sparse row is its length, then a class and its
/// weight in turn; a full row is kFullRow, then the weights of all classes.
inline constexpr std::int16_t kFullRow = -1;

/// Rows with more weights than this are full: adding all is then quicker than adding some.
inline std::size_t longest_sparse_row(std::size_t classes) { return classes / 4; }

/// Weights that view the arrays of a saved model.
class FrozenWeights final : public Weights {
 public:
  /// The arrays must outlive this. Throws ModelError unless every row and class lies inside.
  FrozenWeights(std::size_t classes, std::span<const Slot> slots,
                std::span<const std::int16_t> rows);

  std::size_t classes() const override { return classes_; }
  void add_scores(std::span<const Feature> features, std::span<Score> scores) const override;

 private:
  std::size_t classes_;
  std::span<const Slot> slots_;
  std::span<const std::int16_t> rows_;
};

}  // namespace dragoman::parse
