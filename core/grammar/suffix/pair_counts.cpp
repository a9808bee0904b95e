#include "grammar/suffix/pair_counts.hpp"

#include <algorithm>
#include <iterator>

#include "common/hash.hpp"

namespace dragoman::grammar {
namespace {

constexpr double kMissed = 0.5;

}  // namespace

void PairCounts::add(std::uint64_t source, std::uint64_t target, double weight, bool contiguous) {
  pairs_.push_back({hash_combine(source, target), target, weight, 1, 1, contiguous});
}

void PairCounts::finish() {
  double total = 0;
  for (const Entry& each : pairs_) total += each.count;
  const auto occurrences = static_cast<double>(pairs_.size());
  missed_ = pairs_.empty() ? kMissed : kMissed * total / occurrences;
  add_up(pairs_);
  sides_ = pairs_;
  for (Entry& side : sides_) {
    side.hash = side.target;
    side.partners = 1;
  }
  std::ranges::copy_if(sides_, std::back_inserter(contiguous_sides_), &Entry::contiguous);
  add_up(sides_);
  add_up(contiguous_sides_);
}

PairCounts::Share PairCounts::find(std::uint64_t source, std::uint64_t target,
                                   bool contiguous) const {
  const Entry* side = find(contiguous ? contiguous_sides_ : sides_, target);
  const Entry* pair = find(pairs_, hash_combine(source, target));
  return {.of_target = side == nullptr ? 0 : side->count,
          .joint = pair != nullptr   ? pair->count
                   : side != nullptr ? missed_
                                     : kMissed,
          .times = pair == nullptr ? 1 : pair->times,
          .partners = side == nullptr ? 1 : side->partners};
}

void PairCounts::add_up(std::vector<Entry>& entries) {
  if (entries.empty()) return;
  std::ranges::sort(entries, {}, &Entry::hash);
  std::size_t last = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].hash == entries[last].hash) {
      entries[last].count += entries[i].count;
      entries[last].times += entries[i].times;
      entries[last].partners += entries[i].partners;
    } else {
      entries[++last] = entries[i];
    }
  }
  entries.resize(last + 1);
  entries.shrink_to_fit();
}

const PairCounts::Entry* PairCounts::find(const std::vector<Entry>& entries, std::uint64_t hash) {
  const auto found = std::ranges::lower_bound(entries, hash, {}, &Entry::hash);
  return found == entries.end() || found->hash != hash ? nullptr : &*found;
}

}  // namespace dragoman::grammar
