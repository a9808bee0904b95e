#include "search/treelet/subtree_crossings.hpp"

#include <bit>

namespace dragoman::search::treelet {

void SubtreeCrossings::reset(std::span<const std::int32_t> heads) {
  subtrees_.clear();
  known_.clear();
  if (place_ == FeatureLayout::kAbsent) return;
  std::vector<std::uint64_t> below(heads.size(), 0);
  for (std::size_t word = 0; word < heads.size(); ++word) {
    for (auto above = static_cast<std::int32_t>(word); above >= 0;
         above = heads[static_cast<std::size_t>(above)]) {
      below[static_cast<std::size_t>(above)] |= std::uint64_t{1} << word;
    }
  }
  for (const std::uint64_t subtree : below) {
    if (std::popcount(subtree) > 1) subtrees_.push_back(subtree);  // one word cannot be crossed
  }
}

std::uint8_t SubtreeCrossings::count(std::uint64_t words) {
  if (subtrees_.empty()) return 0;
  const auto [entry, added] = known_.try_emplace(words, std::uint8_t{0});
  if (added) {
    for (const std::uint64_t subtree : subtrees_) {
      if ((words & subtree) != 0 && (words & ~subtree) != 0 && (subtree & ~words) != 0) {
        ++entry->second;
      }
    }
  }
  return entry->second;
}

}  // namespace dragoman::search::treelet
