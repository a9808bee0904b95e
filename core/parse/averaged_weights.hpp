// Weights in training: an averaged perceptron's (Collins 2002).
//
// A weight changes by one at a time. What is kept at the end is its average over all steps, which
// is computed from two numbers (Daume 2006, algorithm 7): the weight w and the sum t of step *
// change; the average after T steps is w - t / T.
//
// A row is a head and its entries, side by side, so that a feature costs two reads of memory that
// is in no cache: its slot and its row. A row that is full moves to a larger place. One with many
// weights has an entry for every class.
#pragma once

#include <cstdint>
#include <vector>

#include "parse/weights.hpp"

namespace dragoman::parse {

/// The arrays of FrozenWeights.
struct FrozenArrays {
  std::vector<Slot> slots;
  std::vector<std::int16_t> rows;
};

class AveragedWeights final : public Weights {
 public:
  explicit AveragedWeights(std::size_t classes);

  std::size_t classes() const override { return classes_; }
  void add_scores(std::span<const Feature> features, std::span<Score> scores) const override;

  /// Adds `change` to the weight of the class for each of the features, at the present step.
  void update(std::span<const Feature> features, Class c, int change);

  /// One sentence was seen.
  void next_step() { ++step_; }

  /// The averages, scaled to 16 bits. Rows whose weights are all near nothing are left out.
  FrozenArrays average() const;

 private:
  /// A weight and its class; at the head of a row, how many entries it has and has place for.
  struct Entry {
    std::int32_t weight;
    std::uint32_t of;
  };

  std::size_t slot_for(Feature feature);
  std::uint32_t entry_for(Feature feature, Class c);
  std::uint32_t make_row(std::size_t capacity);
  void widen(std::size_t place);
  void grow();
  double mean(std::uint32_t entry) const;
  double largest_mean() const;

  std::size_t classes_;
  std::int64_t step_ = 1;
  std::size_t size_ = 0;              // how many features there are
  std::vector<Slot> slots_;           // where each feature's row begins
  std::vector<Feature> features_;     // of each slot
  std::vector<Entry> entries_;        // of all rows; those that have moved are left behind
  std::vector<std::int64_t> totals_;  // of each entry, its sum of step * change
};

}  // namespace dragoman::parse
