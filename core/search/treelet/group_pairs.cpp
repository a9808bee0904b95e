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
    if (!demands_.used()) {
      add(one, other, 0, true, queue);
      continue;
    }
    if (!demands_.allows(both)) continue;
    const auto straight = demands_.join(one.held, other.held);
    const auto inverted = demands_.join(other.held, one.held);
    if (straight) add(one, other, *straight, inverted == straight, queue);
    if (inverted && inverted != straight) add(other, one, *inverted, false, queue);
  }
}

void GroupPairs::add(const ItemGroup& before, const ItemGroup& after, std::uint32_t held,
                     bool both_ways, const Queue& queue) {
  const std::uint32_t number =
      place(before.bits | after.bits, before.trees + after.trees - 1, held, queue);
  const ItemPlace& found = places_[number];
  int jump = least_jump(before, after);
  if (both_ways) jump = std::min(jump, least_jump(after, before));
  const float estimate = before.best() + after.best() + found.least - future_.jump(jump);
  if (estimate < found.bound) return;
  pairs_.push_back({estimate, number, &before, &after, both_ways});
}

std::uint32_t GroupPairs::place(std::uint64_t bits, std::uint32_t trees, std::uint32_t held,
                                const Queue& queue) {
  const auto hash = [](std::uint64_t words, std::uint32_t count, std::uint32_t what) {
    return hash_combine(words, std::uint64_t{what} << 32 | count);
  };
  std::uint32_t& number = numbers_.insert(
      hash(bits, trees, held),
      [&](std::uint32_t known) {
        const ItemPlace& other = places_[known];
        return other.bits == bits && other.trees == trees && other.held == held;
      },
      [&](std::uint32_t known) {
        return hash(places_[known].bits, places_[known].trees, places_[known].held);
      });
  if (is_free(number)) {
    number = static_cast<std::uint32_t>(places_.size());
    const auto& [_, phrases, least] = future_.outside(bits);
    WaitingItems& waiting = queue(trees, held);
    places_.push_back({bits, trees, held, &waiting, phrases, least, waiting.bound(bits),
                       future_.jumps_over(bits)});
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
