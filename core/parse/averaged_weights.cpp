#include "parse/averaged_weights.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "common/error.hpp"

namespace dragoman::parse {
namespace {

constexpr std::size_t kFirstSlots = 1 << 16;
constexpr std::uint32_t kFirstCapacity = 2;

/// The largest weight of a saved model.
constexpr double kLargest = std::numeric_limits<std::int16_t>::max();

void append_row(std::span<const std::pair<Class, std::int16_t>> weights, std::size_t classes,
                std::vector<std::int16_t>& rows) {
  if (weights.size() > longest_sparse_row(classes)) {
    rows.push_back(kFullRow);
    rows.resize(rows.size() + classes);
    for (const auto& [c, weight] : weights) rows[rows.size() - classes + c] = weight;
    return;
  }
  rows.push_back(static_cast<std::int16_t>(weights.size()));
  for (const auto& [c, weight] : weights) {
    rows.push_back(static_cast<std::int16_t>(c));
    rows.push_back(weight);
  }
}

}  // namespace

AveragedWeights::AveragedWeights(std::size_t classes) : classes_(classes), slots_(kFirstSlots) {
  if (classes == 0 || classes > std::numeric_limits<Class>::max()) {
    throw ConfigError("a linear model has between 1 and 65,535 classes");
  }
}

void AveragedWeights::add_scores(std::span<const Feature> features, std::span<Score> scores) const {
  std::array<std::uint32_t, FeatureList::kMost> found;
  const std::size_t size = find_rows(slots_, features, found.data());
  for (std::size_t i = 0; i < size; ++i) __builtin_prefetch(&rows_[found[i]]);
  for (std::size_t i = 0; i < size; ++i) {
    __builtin_prefetch(&weights_[rows_[found[i]].begin]);
    __builtin_prefetch(&entry_classes_[rows_[found[i]].begin]);
  }
  for (std::size_t i = 0; i < size; ++i) {
    const Row& row = rows_[found[i]];
    const std::int32_t* weights = &weights_[row.begin];
    const Class* classes = &entry_classes_[row.begin];
    if (row.size == classes_) {
      for (std::size_t c = 0; c < classes_; ++c) scores[c] += weights[c];
    } else {
      for (std::uint32_t e = 0; e < row.size; ++e) scores[classes[e]] += weights[e];
    }
  }
}

void AveragedWeights::update(std::span<const Feature> features, Class c, int change) {
  for (const Feature feature : features) {
    const std::uint32_t entry = entry_for(rows_[row_for(feature)], c);
    weights_[entry] += change;
    totals_[entry] += change * step_;
  }
}

std::uint32_t AveragedWeights::row_for(Feature feature) {
  std::size_t place = find_slot(slots_, feature);
  if (slots_[place] != 0) return row_of(slots_[place]);
  if ((rows_.size() + 1) * 2 > slots_.size()) {
    grow();
    place = find_slot(slots_, feature);
  }
  rows_.push_back({0, 0, 0});
  features_.push_back(feature);
  const auto row = static_cast<std::uint32_t>(rows_.size() - 1);
  slots_[place] = make_slot(feature, row);
  return row;
}

std::uint32_t AveragedWeights::entry_for(Row& row, Class c) {
  if (row.size == classes_) return row.begin + c;
  const auto begin = entry_classes_.begin() + row.begin;
  const auto found = std::find(begin, begin + row.size, c);
  if (found != begin + row.size) return row.begin + static_cast<std::uint32_t>(found - begin);
  if (row.size == row.capacity) widen(row);
  if (row.size == classes_) return row.begin + c;
  entry_classes_[row.begin + row.size] = c;
  return row.begin + row.size++;
}

void AveragedWeights::widen(Row& row) {
  const bool full = row.size >= longest_sparse_row(classes_);
  const std::size_t capacity = full ? classes_ : std::max(kFirstCapacity, row.capacity * 2);
  const std::size_t begin = weights_.size();
  if (begin + capacity > std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError("the model has too many weights");
  }
  weights_.resize(begin + capacity);
  totals_.resize(begin + capacity);
  entry_classes_.resize(begin + capacity);
  for (std::uint32_t e = 0; e < row.size; ++e) {
    const Class c = entry_classes_[row.begin + e];
    const std::size_t place = begin + (full ? c : e);
    weights_[place] = weights_[row.begin + e];
    totals_[place] = totals_[row.begin + e];
    entry_classes_[place] = c;
  }
  if (full)
    std::iota(entry_classes_.begin() + static_cast<std::ptrdiff_t>(begin), entry_classes_.end(),
              Class{0});
  row = {static_cast<std::uint32_t>(begin), full ? static_cast<std::uint32_t>(capacity) : row.size,
         static_cast<std::uint32_t>(capacity)};
}

void AveragedWeights::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t r = 0; r < rows_.size(); ++r) {
    slots_[find_slot(slots_, features_[r])] = make_slot(features_[r], r);
  }
}

double AveragedWeights::mean(std::uint32_t entry) const {
  return weights_[entry] - static_cast<double>(totals_[entry]) / static_cast<double>(step_);
}

double AveragedWeights::largest_mean() const {
  double largest = 0;
  for (const Row& row : rows_) {
    for (std::uint32_t e = row.begin; e < row.begin + row.size; ++e) {
      largest = std::max(largest, std::abs(mean(e)));
    }
  }
  return largest;
}

FrozenArrays AveragedWeights::average() const {
  const double largest = largest_mean();
  const double scale = largest == 0 ? 1 : kLargest / largest;
  FrozenArrays result;
  std::vector<std::pair<Feature, std::size_t>> kept;
  std::vector<std::pair<Class, std::int16_t>> weights;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Row& row = rows_[r];
    weights.clear();
    for (std::uint32_t e = row.begin; e < row.begin + row.size; ++e) {
      const auto weight = static_cast<std::int16_t>(std::lround(mean(e) * scale));
      if (weight != 0) weights.emplace_back(entry_classes_[e], weight);
    }
    if (weights.empty()) continue;
    kept.emplace_back(features_[r], result.rows.size());
    append_row(weights, classes_, result.rows);
  }
  if (result.rows.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError("the model has too many weights");
  }
  result.slots.assign(std::bit_ceil(kept.size() * 3 / 2 + 2), 0);
  for (const auto& [feature, start] : kept) {
    result.slots[find_slot(result.slots, feature)] =
        make_slot(feature, static_cast<std::uint32_t>(start));
  }
  return result;
}

}  // namespace dragoman::parse
