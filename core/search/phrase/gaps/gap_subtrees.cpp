#include "search/phrase/gaps/gap_subtrees.hpp"

namespace dragoman::search::phrase {
namespace {

/// Calls f(word) for a word and all above it.
template <typename F>
void climb(std::span<const std::int32_t> heads, std::size_t word, F&& f) {
  for (auto at = static_cast<std::int32_t>(word); at >= 0;
       at = heads[static_cast<std::size_t>(at)]) {
    f(static_cast<std::size_t>(at));
  }
}

}  // namespace

void GapSubtrees::reset(std::span<const std::int32_t> heads, std::size_t begin) {
  heads_ = heads;
  offset_ = begin;
  sizes_.assign(heads.size(), 0);
  inside_.assign(heads.size(), 0);
  for (std::size_t word = 0; word < heads.size(); ++word) {
    climb(heads_, word, [&](std::size_t above) { ++sizes_[above]; });
  }
}

void GapSubtrees::count(const Shape& shape, SourceGaps& counts) {
  if (heads_.empty()) return;
  shape.for_each_gap([&](std::uint32_t begin, std::uint32_t end) {
    const Fit found = fit(offset_ + begin, offset_ + end);
    counts.subtrees += found.matches;
    counts.crossing += found.crosses;
  });
}

GapSubtrees::Fit GapSubtrees::fit(std::size_t begin, std::size_t end) {
  for (std::size_t word = begin; word < end; ++word) {
    climb(heads_, word, [&](std::size_t above) { ++inside_[above]; });
  }
  Fit found;
  for (std::size_t word = begin; word < end; ++word) {
    climb(heads_, word, [&](std::size_t above) {
      const bool whole = inside_[above] == sizes_[above], all = inside_[above] == end - begin;
      found.matches = found.matches || (whole && all);
      found.crosses = found.crosses || (!whole && !all);
    });
  }
  for (std::size_t word = begin; word < end; ++word) {
    climb(heads_, word, [&](std::size_t above) { inside_[above] = 0; });
  }
  return found;
}

}  // namespace dragoman::search::phrase
