#include "grammar/extract/gappy_place.hpp"

#include <algorithm>

namespace dragoman::grammar {
namespace {

/// Whether two words of a line are linked; what lies before both and after both counts as linked.
bool corner(const Segment& segment, std::int64_t source, std::int64_t target, std::uint32_t line) {
  const std::int64_t source_begin = segment.from.begin[line], target_begin = segment.to.begin[line];
  const bool before_source = source < source_begin, before_target = target < target_begin;
  if (before_source || before_target) return before_source && before_target;
  const bool after_source = segment.from.text[static_cast<std::size_t>(source)] == kLineEnd;
  const bool after_target = segment.to.text[static_cast<std::size_t>(target)] == kLineEnd;
  if (after_source || after_target) return after_source && after_target;
  const auto links = segment.from.links_of(static_cast<std::uint32_t>(source));
  return std::ranges::find(links, target - target_begin) != links.end();
}

}  // namespace

Orientations orientations_of(const Segment& segment, const GappyPlace& place,
                             GapOrientation follows) {
  const auto [source, target] = place;
  const std::uint32_t line = segment.from.line[source.front()];
  const std::int64_t source_before = std::int64_t{source.front()} - 1;
  const std::int64_t target_before = std::int64_t{target.front()} - 1;
  const std::int64_t source_after = source.back() + 1;
  std::size_t last = follows == GapOrientation::kPhrase ? target.size() - 1 : 0;
  while (last + 1 < target.size() && target[last + 1] == target[last] + 1) ++last;
  const std::int64_t target_after = target[last] + 1;
  const auto decide = [&](std::int64_t in_order, std::int64_t reversed, std::int64_t beside) {
    const bool same = corner(segment, in_order, beside, line);
    const bool swapped = corner(segment, reversed, beside, line);
    return static_cast<std::uint8_t>(same == swapped ? 2 : same ? 0 : 1);
  };
  return {decide(source_before, source_after, target_before),
          decide(source_after, source_before, target_after)};
}

AlignmentString alignment_of(const Segment& segment, const GappyPlace& place) {
  const auto [source, target] = place;
  const std::uint32_t begin = segment.from.begin[segment.from.line[source.front()]];
  AlignmentString out;
  for (std::size_t j = 0; j < target.size(); ++j) {
    if (j > 0 && target[j] != target[j - 1] + 1) out += '\0';
    for (const std::uint16_t link : segment.to.links_of(target[j])) {
      char symbol = 1;
      for (std::size_t i = 0; source[i] != begin + link; ++i) {
        symbol = static_cast<char>(symbol + (source[i + 1] == source[i] + 1 ? 1 : 2));
      }
      out += symbol;
    }
    out += '\0';
  }
  return out;
}

}  // namespace dragoman::grammar
