// Fetches from memory what will be looked at around some places of an indexed bitext, a step ahead
// of where that is read: first the position, then its links, then the words that these lead to.
#pragma once

#include <cstdint>
#include <span>

#include "grammar/index/segment.hpp"

namespace dragoman::grammar {

/// Positions between two steps of fetching.
inline constexpr std::size_t kPrefetchStep = 4;

/// To be called before each of some positions is looked at, with it and those after it.
inline void prefetch_links(const Segment& segment, std::span<const std::uint32_t> later) {
  constexpr std::size_t kStep = kPrefetchStep;
  const IndexedText &own = segment.from, &other = segment.to;
  const auto linked_word = [&](std::uint32_t position) {
    const auto links = own.links_of(position);
    return other.begin[own.line[position]] + (links.empty() ? 0U : links.front());
  };
  if (later.size() > 3 * kStep) {
    const std::uint32_t position = later[3 * kStep];
    __builtin_prefetch(&own.text[position]);
    __builtin_prefetch(&own.link_first[position]);
    __builtin_prefetch(&own.line[position]);
  }
  if (later.size() > 2 * kStep) {
    const std::uint32_t position = later[2 * kStep];
    __builtin_prefetch(own.links.data() + own.link_first[position]);
    const std::uint32_t line = own.line[position];
    __builtin_prefetch(&own.begin[line]);
    __builtin_prefetch(&other.begin[line]);
  }
  if (later.size() > kStep) {
    const std::uint32_t word = linked_word(later[kStep]);
    __builtin_prefetch(&other.text[word]);
    __builtin_prefetch(&other.link_first[word]);
  }
  if (later.size() > kStep / 2) {
    __builtin_prefetch(other.links.data() + other.link_first[linked_word(later[kStep / 2])]);
  }
}

}  // namespace dragoman::grammar
