#include "grammar/pair_counts.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::grammar {
namespace {

constexpr double kMissed = 0.5;

}  // namespace

void PairCounts::add(std::uint64_t source, std::uint64_t target, double weight) {
  pairs_.push_back({hash_combine(source, target), weight});
  sides_.push_back({target, weight});
  total_ += weight;
}

void PairCounts::finish() {
  const auto occurrences = static_cast<double>(pairs_.size());
  missed_ = pairs_.empty() ? kMissed : kMissed * total_ / occurrences;
  add_up(pairs_);
  add_up(sides_);
}

PairCounts::Share PairCounts::find(std::uint64_t source, std::uint64_t target) const {
  const double of_target = count(sides_, target);
  const double pair = count(pairs_, hash_combine(source, target));
  return {of_target, (pair > 0 ? pair : missed_) / std::max(of_target, 1.0)};
}

void PairCounts::add_up(std::vector<Entry>& entries) {
  if (entries.empty()) return;
  std::ranges::sort(entries, {}, &Entry::hash);
  std::size_t last = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].hash == entries[last].hash) {
      entries[last].count += entries[i].count;
    } else {
      entries[++last] = entries[i];
    }
  }
  entries.resize(last + 1);
  entries.shrink_to_fit();
}

double PairCounts::count(const std::vector<Entry>& entries, std::uint64_t hash) {
  const auto found = std::ranges::lower_bound(entries, hash, {}, &Entry::hash);
  return found == entries.end() || found->hash != hash ? 0 : found->count;
}

}  // namespace dragoman::grammar
