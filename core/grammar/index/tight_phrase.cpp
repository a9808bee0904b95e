#include "grammar/index/tight_phrase.hpp"

#include <algorithm>
#include <limits>

namespace dragoman::grammar {

std::optional<WordSpan> tight_translation(const Segment& segment, WordSpan from) {
  const IndexedText &own = segment.from, &other = segment.to;
  if (own.links_of(from.begin).empty() || own.links_of(from.end - 1).empty()) return std::nullopt;
  const std::uint32_t line = own.line[from.begin];
  std::uint32_t low = std::numeric_limits<std::uint32_t>::max(), high = 0;
  for (std::uint32_t i = own.link_first[from.begin]; i < own.link_first[from.end]; ++i) {
    low = std::min<std::uint32_t>(low, own.links[i]);
    high = std::max<std::uint32_t>(high, own.links[i]);
  }
  const WordSpan to{other.begin[line] + low, other.begin[line] + high + 1};
  const std::uint32_t first = from.begin - own.begin[line], last = from.end - 1 - own.begin[line];
  for (std::uint32_t i = other.link_first[to.begin]; i < other.link_first[to.end]; ++i) {
    if (other.links[i] < first || other.links[i] > last) return std::nullopt;
  }
  return to;
}

}  // namespace dragoman::grammar
