#include "grammar/extract/gap_orientations.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::grammar {
namespace {

constexpr std::size_t kKnownLines = 1024, kLongest = 255;

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

std::size_t length(const IndexedText& text, std::uint32_t line) {
  std::size_t end = text.begin[line];
  while (text.text[end] != kLineEnd) ++end;
  return end - text.begin[line];
}

std::uint8_t decide(bool in_order, bool reversed, bool order_phrase, bool reverse_phrase) {
  if ((in_order && !reversed) || order_phrase) return 0;
  return (reversed && !in_order) || reverse_phrase ? 1 : 2;
}

}  // namespace

GapOrientations::GapOrientations(OrientationModel model, GapOrientation follows,
                                 std::size_t max_length)
    : model_(model),
      follows_(follows),
      extractor_(std::clamp<std::size_t>(max_length, 1, kLongest),
                 model == OrientationModel::kPieces ? OrientationModel::kNone : model) {
  const bool neighbours = model == OrientationModel::kPhrase || model == OrientationModel::kBlock;
  known_.resize(neighbours ? kKnownLines : 0);
}

Orientations GapOrientations::of(const Segment& segment, const GappyPlace& place) {
  const auto [source, target] = place;
  const std::uint32_t line = segment.from.line[source.front()];
  const std::int64_t source_begin = segment.from.begin[line], target_begin = segment.to.begin[line];
  const std::int64_t before = std::int64_t{source.front()} - 1;
  const std::int64_t after = std::int64_t{source.back()} + 1;
  std::size_t last = follows_ == GapOrientation::kPhrase ? target.size() - 1 : 0;
  while (last + 1 < target.size() && target[last + 1] == target[last] + 1) ++last;
  const std::int64_t target_before = std::int64_t{target.front()} - 1;
  const std::int64_t target_after = std::int64_t{target[last]} + 1;
  const auto linked = [&](std::int64_t from, std::int64_t to) {
    return corner(segment, from, to, line);
  };
  if (known_.empty()) {
    const bool backward_order = linked(before, target_before);
    const std::uint8_t backward =
        decide(backward_order, linked(after, target_before), false, false);
    bool ends = linked(after, target_after), begins = linked(before, target_after);
    const bool gaps = source.back() - source.front() + 1 != source.size();
    if (model_ != OrientationModel::kPieces || !gaps) {
      return {backward, decide(ends, begins, false, false)};
    }
    for (std::size_t i = 0; i + 1 < source.size(); ++i) {
      if (source[i + 1] == source[i] + 1) continue;
      ends = ends || linked(std::int64_t{source[i]} + 1, target_after);
      begins = begins || linked(std::int64_t{source[i + 1]} - 1, target_after);
    }
    return {backward, static_cast<std::uint8_t>(ends ? 0 : begins ? 1 : 2)};
  }
  const auto& [left, right] = neighbours(segment, line);
  const auto has = [&](const PhraseExtractor::Corners& corners, std::int64_t to,
                       std::int64_t from) {
    return corners.has(to - target_begin, from - source_begin);
  };
  return {decide(linked(before, target_before), linked(after, target_before),
                 has(right, target_before, before), has(left, target_before, after)),
          decide(linked(after, target_after), linked(before, target_after),
                 has(left, target_after, after), has(right, target_after, before))};
}

const PhraseExtractor::Neighbours& GapOrientations::neighbours(const Segment& segment,
                                                               std::uint32_t line) {
  Line& known = known_[mix64(line) % known_.size()];
  if (known.text == segment.from.text.data() && known.line == line) return known.neighbours;
  const std::size_t size = length(segment.from, line);
  links_.clear();
  for (std::size_t i = 0; i < size; ++i) {
    const auto position = segment.from.begin[line] + static_cast<std::uint32_t>(i);
    for (const std::uint16_t link : segment.from.links_of(position)) {
      links_.push_back({static_cast<std::uint16_t>(i), link});
    }
  }
  extractor_.extract(size, length(segment.to, line), links_);
  known = {segment.from.text.data(), line, extractor_.neighbours()};
  return known.neighbours;
}

}  // namespace dragoman::grammar
