#include "search/phrase/features/span_stacks.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::search::phrase {
namespace {

constexpr std::uint32_t kNothing = 0xFFFFFFFF;

}  // namespace

void SpanStacks::clear() {
  nodes_.assign(1, {0, 0, 0});
  numbers_.clear(1024);
  last_stack_ = last_begin_ = last_end_ = kNothing;
}

SpanStacks::Shifted SpanStacks::compute(std::uint32_t stack, std::uint32_t begin,
                                        std::uint32_t end) {
  if (stack == kEmpty) {
    return {begin == 0 ? kMonotone : kDiscontinuous, number({kEmpty, begin, end})};
  }
  const Orientation orientation = nodes_[stack].end == begin   ? kMonotone
                                  : end == nodes_[stack].begin ? kSwap
                                                               : kDiscontinuous;
  while (stack != kEmpty && nodes_[stack].end >= begin && end >= nodes_[stack].begin) {
    begin = std::min(begin, nodes_[stack].begin);
    end = std::max(end, nodes_[stack].end);
    stack = nodes_[stack].below;
  }
  return {orientation, number({stack, begin, end})};
}

std::uint32_t SpanStacks::number(const Node& node) {
  std::uint32_t& number = numbers_.insert(
      node.hash(), [&](std::uint32_t known) { return nodes_[known] == node; },
      [&](std::uint32_t known) { return nodes_[known].hash(); });
  if (is_free(number)) {
    number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
  }
  return number;
}

}  // namespace dragoman::search::phrase
