#include "search/features/span_stacks.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::search {
namespace {

constexpr std::uint32_t kNoSlot = 0xFFFFFFFF;

}  // namespace

void SpanStacks::clear() {
  nodes_.assign(1, {0, 0, 0});
  slots_.assign(1024, kNoSlot);
  last_stack_ = last_begin_ = last_end_ = kNoSlot;
}

SpanStacks::Shifted SpanStacks::compute(std::uint32_t stack, std::uint32_t begin,
                                        std::uint32_t end) {
  if (stack == kEmpty) {
    return {begin == 0 ? kMonotone : kDiscontinuous, number({kEmpty, begin, end})};
  }
  const Orientation orientation = nodes_[stack].end == begin   ? kMonotone
                                  : end == nodes_[stack].begin ? kSwap
                                                               : kDiscontinuous;
  while (stack != kEmpty && (nodes_[stack].end == begin || end == nodes_[stack].begin)) {
    begin = std::min(begin, nodes_[stack].begin);
    end = std::max(end, nodes_[stack].end);
    stack = nodes_[stack].below;
  }
  return {orientation, number({stack, begin, end})};
}

std::uint32_t SpanStacks::number(const Node& node) {
  if (nodes_.size() * 2 >= slots_.size()) {
    slots_.assign(slots_.size() * 2, kNoSlot);
    for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
      std::size_t slot = nodes_[i].hash() & (slots_.size() - 1);
      while (slots_[slot] != kNoSlot) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i;
    }
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = node.hash() & mask;
  for (; slots_[slot] != kNoSlot; slot = (slot + 1) & mask) {
    if (nodes_[slots_[slot]] == node) return slots_[slot];
  }
  slots_[slot] = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  return slots_[slot];
}

}  // namespace dragoman::search
