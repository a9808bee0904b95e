#include "parse/averaged_weights.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "common/error.hpp"

namespace dragoman::parse {
namespace {

constexpr std::size_t kFirstSlots = 1 << 16;
/// A row with fewer entries than classes is sparse, so a new one has no place for all.
constexpr std::size_t kFirstCapacity = 2;

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

AveragedWeights::AveragedWeights(std::size_t classes)
    : classes_(classes), slots_(kFirstSlots), features_(kFirstSlots) {
  if (classes == 0 || classes > std::numeric_limits<Class>::max()) {
    throw ConfigError("a linear model has between 1 and 65,535 classes");
  }
}

void AveragedWeights::add_scores(std::span<const Feature> features, std::span<Score> scores) const {
  std::array<std::uint32_t, FeatureList::kMost> found;
  const std::size_t size = find_rows(slots_, features, found.data());
  for (std::size_t i = 0; i < size; ++i) __builtin_prefetch(&entries_[found[i]]);
  for (std::size_t i = 0; i < size; ++i) {
    const Entry* row = &entries_[found[i]];
    const std::size_t length = row++->of;
    if (length == classes_) {
      for (std::size_t c = 0; c < classes_; ++c) scores[c] += row[c].weight;
    } else {
      for (std::size_t e = 0; e < length; ++e) scores[row[e].of] += row[e].weight;
    }
  }
}

void AveragedWeights::update(std::span<const Feature> features, Class c, int change) {
  for (const Feature feature : features) {
    const std::uint32_t entry = entry_for(feature, c);
    entries_[entry].weight += change;
    totals_[entry] += change * step_;
  }
}

/// The place of a feature's slot, which has a row from now on.
std::size_t AveragedWeights::slot_for(Feature feature) {
  std::size_t place = find_slot(slots_, feature);
  if (slots_[place] != 0) return place;
  if ((size_ + 1) * 2 > slots_.size()) {
    grow();
    place = find_slot(slots_, feature);
  }
  ++size_;
  features_[place] = feature;
  slots_[place] = make_slot(feature, make_row(std::min(kFirstCapacity, classes_ - 1)));
  return place;
}

std::uint32_t AveragedWeights::entry_for(Feature feature, Class c) {
  const std::size_t place = slot_for(feature);
  for (;;) {
    const std::uint32_t row = row_of(slots_[place]);
    Entry& head = entries_[row];
    if (head.of == classes_) return row + 1 + c;
    for (std::uint32_t e = row + 1; e <= row + head.of; ++e) {
      if (entries_[e].of == c) return e;
    }
    if (head.of < static_cast<std::uint32_t>(head.weight)) {
      ++head.of;
      entries_[row + head.of].of = c;
      return row + head.of;
    }
    widen(place);
  }
}

/// A new row without entries; returns where it begins.
std::uint32_t AveragedWeights::make_row(std::size_t capacity) {
  const std::size_t begin = entries_.size();
  if (begin + 1 + capacity >= std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError("the model has too many weights");
  }
  entries_.resize(begin + 1 + capacity);
  totals_.resize(begin + 1 + capacity);
  entries_[begin].weight = static_cast<std::int32_t>(capacity);
  return static_cast<std::uint32_t>(begin);
}

/// Moves a row to a place that is twice as large, or large enough for all classes.
void AveragedWeights::widen(std::size_t place) {
  const std::uint32_t old = row_of(slots_[place]);
  const std::uint32_t size = entries_[old].of;
  const bool full = size >= longest_sparse_row(classes_);
  const std::uint32_t row = make_row(full ? classes_ : std::size_t{2} * size);
  slots_[place] = make_slot(features_[place], row);
  entries_[row].of = full ? static_cast<std::uint32_t>(classes_) : size;
  for (std::uint32_t c = 0; full && c < classes_; ++c) entries_[row + 1 + c].of = c;
  for (std::uint32_t e = 1; e <= size; ++e) {
    const std::uint32_t entry = row + (full ? 1 + entries_[old + e].of : e);
    entries_[entry] = entries_[old + e];
    totals_[entry] = totals_[old + e];
  }
}

void AveragedWeights::grow() {
  std::vector<Slot> slots(slots_.size() * 2);
  std::vector<Feature> features(slots.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i] == 0) continue;
    const std::size_t place = find_slot(slots, features_[i]);
    slots[place] = slots_[i];
    features[place] = features_[i];
  }
  slots_.swap(slots);
  features_.swap(features);
}

double AveragedWeights::mean(std::uint32_t entry) const {
  return entries_[entry].weight - static_cast<double>(totals_[entry]) / static_cast<double>(step_);
}

double AveragedWeights::largest_mean() const {
  double largest = 0;
  for (const Slot slot : slots_) {
    if (slot == 0) continue;
    const std::uint32_t row = row_of(slot);
    for (std::uint32_t e = row + 1; e <= row + entries_[row].of; ++e) {
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
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i] == 0) continue;
    const std::uint32_t row = row_of(slots_[i]);
    weights.clear();
    for (std::uint32_t e = row + 1; e <= row + entries_[row].of; ++e) {
      const auto weight = static_cast<std::int16_t>(std::lround(mean(e) * scale));
      if (weight != 0) weights.emplace_back(static_cast<Class>(entries_[e].of), weight);
    }
    if (weights.empty()) continue;
    kept.emplace_back(features_[i], result.rows.size());
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
