#include "grammar/suffix/alignment_counts.hpp"

#include <algorithm>
#include <utility>

namespace dragoman::grammar {

void AlignmentCounts::add(const Segment& segment, const RuleInstance& instance) {
  const std::uint64_t hash = alignment_hash_of(segment, instance);
  const auto known = std::ranges::find(seen_, hash, &Seen::hash);
  if (known != seen_.end()) {
    ++known->count;
  } else {
    seen_.push_back({hash, 1, alignment_of(segment, instance)});
  }
}

PhraseAlignment AlignmentCounts::most_frequent(std::size_t source_length) {
  counted_.clear();
  for (Seen& seen : seen_) counted_.push_back({std::move(seen.alignment), seen.count});
  return grammar::most_frequent(counted_, source_length);
}

}  // namespace dragoman::grammar
