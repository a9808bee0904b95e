#include "search/treelet/group_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "common/hash.hpp"

namespace dragoman::search::treelet {
namespace {

constexpr std::size_t kSteps = 1024;

/// Whether a set of positions has more than so many contiguous pieces.
bool more_blocks(std::uint64_t bits, std::size_t most) {
  for (; most > 0; --most) bits &= bits + (bits & -bits);  // takes the first piece away
  return bits != 0;
}

}  // namespace

void GroupPairs::find(const ItemGroups& groups, std::size_t covered, const Queue& queue) {
  pairs_.clear();
  places_.clear();
  numbers_.clear(1 << 8);
  using enum GroupKind;
  for (std::size_t size = 1; size < covered; ++size) {
    const std::size_t rest = covered - size;
    for (const ItemGroup& head : groups.of(kHeads, size)) {
      pair(head, groups.of(kClosed, rest), queue);
      pair(head, groups.of(kRows, rest), queue);
    }
    for (const ItemGroup& closed : groups.of(kClosed, size)) {
      pair(closed, groups.of(kRows, rest), queue);
    }
    if (size > rest) continue;
    const auto rows = groups.of(kRows, size);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      pair(rows[i], size < rest ? groups.of(kRows, rest) : rows.subspan(i + 1), queue);
    }
  }
  order();
}

void GroupPairs::pair(const ItemGroup& one, std::span<const ItemGroup> others, const Queue& queue) {
  const std::size_t most = settings_.max_blocks, most_trees = settings_.max_trees;
  for (const ItemGroup& other : others) {
    if ((one.bits & other.bits) != 0) continue;
    const std::uint64_t both = one.bits | other.bits;
    if (most > 0 && more_blocks(both, most)) continue;
    const std::uint32_t trees = one.trees + other.trees - 1;
    // An s-phrase may have more trees, which other words then join one by one.
    const bool rows = one.trees > 1 && other.trees > 1;
    if (rows && most_trees > 0 && trees > most_trees) continue;
    const std::uint32_t number = place(both, trees, queue);
    const ItemPlace& found = places_[number];
    const int jump = std::min(least_jump(one, other), least_jump(other, one));
    const float estimate = one.best() + other.best() + found.least - future_.jump(jump);
    if (estimate < found.bound) continue;
    pairs_.push_back({estimate, number, &one, &other});
  }
}

std::uint32_t GroupPairs::place(std::uint64_t bits, std::uint32_t trees, const Queue& queue) {
  std::uint32_t& number = numbers_.insert(
      hash_combine(bits, trees),
      [&](std::uint32_t known) {
        return places_[known].bits == bits && places_[known].trees == trees;
      },
      [&](std::uint32_t known) { return hash_combine(places_[known].bits, places_[known].trees); });
  if (is_free(number)) {
    number = static_cast<std::uint32_t>(places_.size());
    const auto& [_, phrases, least] = future_.outside(bits);
    WaitingItems& waiting = queue(trees);
    places_.push_back({bits, trees, &waiting, phrases, least, waiting.bound(bits)});
  }
  return number;
}

void GroupPairs::order() {
  if (pairs_.empty()) return;
  // Where words have no s-phrase, estimates are not finite; extreme weights may make them any.
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  float top = kNone, least = -kNone;
  for (const GroupPair& pair : pairs_) {
    if (!std::isfinite(pair.estimate)) continue;
    top = std::max(top, pair.estimate);
    least = std::min(least, pair.estimate);
  }
  const float scale = static_cast<float>(kSteps - 1) / std::max(top - least, 1e-9F);
  const auto step = [&](const GroupPair& pair) {
    if (!std::isfinite(pair.estimate)) return kSteps - 1;
    const float place = (top - pair.estimate) * scale;
    return place < kSteps ? static_cast<std::size_t>(place) : kSteps - 1;  // or not a number
  };
  std::array<std::size_t, kSteps + 1> first = {};
  for (const GroupPair& pair : pairs_) ++first[step(pair) + 1];
  for (std::size_t i = 1; i <= kSteps; ++i) first[i] += first[i - 1];
  ordered_.resize(pairs_.size());
  for (const GroupPair& pair : pairs_) ordered_[first[step(pair)]++] = pair;
  pairs_.swap(ordered_);
}

}  // namespace dragoman::search::treelet
