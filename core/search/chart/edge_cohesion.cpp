#include "search/chart/edge_cohesion.hpp"

#include <vector>

#include "common/hash.hpp"

namespace dragoman::search::chart {
namespace {

/// Parts of an edge in target order, two bits each; the first one is the lowest. 3 ends the list.
constexpr std::uint32_t kBits = 2, kMask = 3, kClosed = 1U << 16;

}  // namespace

std::size_t EdgeCohesion::Hash::operator()(const Key& key) const {
  std::uint64_t hash =
      hash_combine(static_cast<std::uint64_t>(key.begin) << 32 | key.end, key.order);
  return hash_combine(hash, static_cast<std::uint64_t>(key.sequences[0]) << 32 | key.sequences[1]);
}

const SequenceCohesion::Joined& EdgeCohesion::join(std::uint32_t number, const Tails& tails,
                                                   std::uint32_t begin, std::uint32_t end) {
  const ChartRule& rule = rules_[number];
  Key key{begin, end, rule.is_glue() ? kClosed : 0, {}};
  std::uint32_t words = end - begin, shift = 0;
  for (std::size_t k = 0; k < rule.arity; ++k) {
    const ChartItem& tail = items_[tails[k]];
    words -= tail.end - tail.begin;
    key.sequences[k] = tail.state.cohesion;
  }
  const auto add = [&](std::uint32_t part) {
    key.order |= part << shift;
    shift += kBits;
  };
  bool own = words > 0;
  for (const Symbol symbol : rules_.target(rule)) {
    if (symbol < 0) {
      add(static_cast<std::uint32_t>(kFirstNonTerminal - symbol));
    } else if (own) {
      add(kOwn);
      own = false;
    }
  }
  if (own) add(kOwn);
  key.order |= kMask << shift;
  const auto [entry, added] = known_.try_emplace(key);
  if (added) entry->second = find(key, tails, rule.is_glue());
  return entry->second;
}

SequenceCohesion::Joined EdgeCohesion::find(const Key& key, const Tails& tails, bool closed) {
  std::vector<std::uint32_t> parts;
  for (std::uint32_t order = key.order; (order & kMask) != kMask; order >>= kBits) {
    const std::uint32_t part = order & kMask;
    if (part < kOwn) {
      parts.push_back(key.sequences[part]);
      continue;
    }
    WordSet words = sequences_.no_words();
    words.add(key.begin, key.end);
    for (const ItemId tail : tails) {
      if (tail == kNoItem) break;
      WordSet covered = sequences_.no_words();
      covered.add(items_[tail].begin, items_[tail].end);
      words.remove(covered);
    }
    parts.push_back(sequences_.phrase(words));
  }
  return sequences_.join(parts, closed);
}

}  // namespace dragoman::search::chart
