#include "grammar/index/tight_spans.hpp"

#include <algorithm>
#include <limits>

#include "grammar/index/link_prefetch.hpp"

namespace dragoman::grammar {
TightSpans::TightSpans(const Segment& segment)
    : segment_(segment), masks_(segment.from.text.size()) {
  const IndexedText& text = segment.from;
  for (std::uint32_t position = 0; position < text.text.size(); ++position) {
    if (text.links_of(position).empty()) continue;
    masks_[position] = kLinked;
    find(text.line[position], position);
  }
}

/// The spans that begin at a linked word. Their translations grow with them; when the translation
/// has a link to a word before the span, no longer span is tight.
void TightSpans::find(std::uint32_t line, std::uint32_t begin) {
  const IndexedText &own = segment_.from, &other = segment_.to;
  const std::uint32_t own_begin = own.begin[line], other_begin = other.begin[line];
  const std::uint32_t first = begin - own_begin;
  std::uint32_t low = own.links_of(begin).front(), high = low;  // of the other side, seen so far
  std::uint32_t farthest = 0;                                   // own word that these are linked to
  const auto look_at = [&](std::uint32_t place) {
    for (const std::uint16_t link : other.links_of(other_begin + place)) {
      if (link < first) return false;
      farthest = std::max<std::uint32_t>(farthest, link);
    }
    return true;
  };
  if (!look_at(low)) return;
  for (std::uint32_t length = 1; length <= kLongest; ++length) {
    const std::uint32_t last = begin + length - 1;
    if (own.text[last] == kLineEnd) return;
    const auto links = own.links_of(last);
    for (const std::uint16_t link : links) {
      for (; link < low; --low) {
        if (!look_at(low - 1)) return;
      }
      for (; link > high; ++high) {
        if (!look_at(high + 1)) return;
      }
    }
    if (!links.empty() && own_begin + farthest <= last) {
      masks_[begin] = static_cast<std::uint16_t>(masks_[begin] | 1U << (length - 1));
    }
  }
}

void TightSpans::prefetch(std::span<const std::uint32_t> later) const {
  if (later.size() > 3 * kPrefetchStep) __builtin_prefetch(&masks_[later[3 * kPrefetchStep]]);
  prefetch_links(segment_, later);
}

WordSpan TightSpans::translation(WordSpan span, std::uint32_t other_begin) const {
  const IndexedText& own = segment_.from;
  std::uint32_t low = std::numeric_limits<std::uint32_t>::max(), high = 0;
  for (std::uint32_t i = own.link_first[span.begin]; i < own.link_first[span.end]; ++i) {
    low = std::min<std::uint32_t>(low, own.links[i]);
    high = std::max<std::uint32_t>(high, own.links[i]);
  }
  return {other_begin + low, other_begin + high + 1};
}

}  // namespace dragoman::grammar
