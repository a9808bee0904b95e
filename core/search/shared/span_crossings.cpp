#include "search/shared/span_crossings.hpp"

#include <algorithm>

namespace dragoman::search {

void SpanCrossings::reset(std::span<const std::int32_t> heads) {
  subtrees_.clear();
  if (place_ == FeatureLayout::kAbsent) return;
  for (std::uint32_t i = 0; i < heads.size(); ++i) subtrees_.push_back({i, i + 1});
  for (std::uint32_t i = 0; i < heads.size(); ++i) {
    for (std::int32_t above = heads[i]; above >= 0;
         above = heads[static_cast<std::size_t>(above)]) {
      Subtree& subtree = subtrees_[static_cast<std::size_t>(above)];
      subtree.begin = std::min(subtree.begin, i);
      subtree.end = std::max(subtree.end, i + 1);
    }
  }
}

double SpanCrossings::value(std::uint32_t begin, std::uint32_t end) const {
  double crossed = 0;
  for (const Subtree& subtree : subtrees_) {
    const bool left = subtree.begin < begin && begin < subtree.end && subtree.end < end;
    const bool right = begin < subtree.begin && subtree.begin < end && end < subtree.end;
    if (left || right) ++crossed;
  }
  return -crossed;
}

}  // namespace dragoman::search
