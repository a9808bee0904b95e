#include "grammar/index/consistent_sets.hpp"

namespace dragoman::grammar {

bool ConsistentSets::project(std::span<const std::uint32_t> positions) {
  const std::uint32_t line = from_.line[positions.front()];
  const std::uint32_t from_begin = from_.begin[line], to_begin = to_.begin[line];
  anchors_.clear();
  bool stretch_linked = true;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i == 0 || positions[i] != positions[i - 1] + 1) {
      if (!stretch_linked) return false;
      stretch_linked = false;
    }
    for (const std::uint16_t link : from_.links_of(positions[i])) {
      stretch_linked = true;
      anchors_.push_back(to_begin + link);
    }
  }
  if (!stretch_linked) return false;
  std::sort(anchors_.begin(), anchors_.end());
  anchors_.erase(std::unique(anchors_.begin(), anchors_.end()), anchors_.end());
  if (anchors_.size() > limits_.most_words()) return false;
  for (const std::uint32_t anchor : anchors_) {
    for (const std::uint16_t link : to_.links_of(anchor)) {
      if (!std::binary_search(positions.begin(), positions.end(), from_begin + link)) return false;
    }
  }
  free_before_ = anchors_.front();
  while (free_before_ > to_begin && !linked(free_before_ - 1)) --free_before_;
  return true;
}

}  // namespace dragoman::grammar
