// Weights in training: an averaged perceptron's (Collins 2002).
//
// A weight changes by one at a time. What is kept at the end is its average over all steps, which
// is computed from two numbers (Daume 2006, algorithm 7): the weight w and the sum t of step *
// change; the average after T steps is w - t / T. Rows grow inside pools that are laid out alike; a
// row with many weights has a place for every class.
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
  struct Row {
    std::uint32_t begin, size, capacity;  // a full row has as many of both as there are classes
  };

  std::uint32_t row_for(Feature feature);
  std::uint32_t entry_for(Row& row, Class c);
  void widen(Row& row);
  void grow();
  double mean(std::uint32_t entry) const;
  double largest_mean() const;

  std::size_t classes_;
  std::int64_t step_ = 1;
  std::vector<Slot> slots_;
  std::vector<Feature> features_;  // of each row
  std::vector<Row> rows_;
  // The entries of rows: a weight, its sum of step * change, its class.
  std::vector<std::int32_t> weights_;
  std::vector<std::int64_t> totals_;
  std::vector<Class> entry_classes_;
};

}  // namespace dragoman::parse
