#include "search/shared/source_tree.hpp"

#include <algorithm>
#include <bit>

#include "common/bits.hpp"

namespace dragoman::search {

void SourceTree::reset(std::span<const std::int32_t> heads, std::span<const std::uint8_t> kinds,
                       std::size_t begin, std::size_t end) {
  size_ = end - begin;
  blocks_ = (size_ + 63) / 64;
  const auto inside = [&](std::int32_t word) {
    return word >= static_cast<std::int32_t>(begin) && word < static_cast<std::int32_t>(end);
  };
  heads_.assign(size_ + 1, kNoNode);
  for (std::size_t i = 0; i < size_; ++i) {
    std::int32_t head = heads[begin + i];
    while (head >= 0 && !inside(head)) head = heads[static_cast<std::size_t>(head)];
    heads_[i] = head < 0 ? root() : static_cast<Node>(static_cast<std::size_t>(head) - begin);
  }

  first_child_.assign(size_ + 2, 0);
  for (std::size_t i = 0; i < size_; ++i) ++first_child_[heads_[i] + 1];
  for (std::size_t i = 0; i <= size_; ++i) first_child_[i + 1] += first_child_[i];
  children_.resize(size_);
  std::vector<std::uint32_t> place(first_child_.begin(), first_child_.end() - 1);
  for (std::size_t i = 0; i < size_; ++i) children_[place[heads_[i]]++] = static_cast<Node>(i);
  std::vector<Node> downwards = {root()};
  for (std::size_t i = 0; i < downwards.size(); ++i) {
    const auto below = children(downwards[i]);
    downwards.insert(downwards.end(), below.begin(), below.end());
  }

  subtrees_.assign((size_ + 1) * blocks_, 0);
  projective_ = true;
  for (std::size_t k = downwards.size(); k-- > 0;) {
    const Node node = downwards[k];
    std::uint64_t* bits = subtrees_.data() + node * blocks_;
    if (node != root()) bits[node / 64] |= std::uint64_t{1} << (node % 64);
    std::size_t first = size_, last = 0, count = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (bits[b] == 0) continue;
      first = std::min(first, b * 64 + static_cast<std::size_t>(std::countr_zero(bits[b])));
      last = b * 64 + 63 - static_cast<std::size_t>(std::countl_zero(bits[b]));
      count += count_bits(bits[b]);
    }
    if (count > 0 && last - first + 1 != count) projective_ = false;
    if (node == root()) continue;
    std::uint64_t* above = subtrees_.data() + heads_[node] * blocks_;
    for (std::size_t b = 0; b < blocks_; ++b) above[b] |= bits[b];
  }

  climbs_.assign((size_ + 1) * (size_ + 1), kNoNode);
  for (const Node node : downwards) {
    if (node == root()) continue;
    const std::uint64_t* bits = subtree(node);
    for (std::size_t m = 0; m <= size_; ++m) {
      if (m < size_ && (bits[m / 64] >> (m % 64) & 1) != 0) continue;
      const Node higher = climb(heads_[node], static_cast<Node>(m));
      climbs_[m * (size_ + 1) + node] = higher == kNoNode ? node : higher;
    }
  }

  over_.assign(size_ * size_, kNoNode);
  for (std::size_t i = 0; i < size_; ++i) {
    Node lowest = static_cast<Node>(i);
    for (std::size_t j = i; j < size_; ++j) {
      const Node branch = climb(lowest, static_cast<Node>(j));
      if (branch != kNoNode) lowest = heads_[branch];
      over_[i * size_ + j] = lowest;
    }
  }

  verbs_.assign(blocks_, 0);
  nouns_.assign(blocks_, 0);
  for (std::size_t i = 0; i < size_ && !kinds.empty(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if ((kinds[begin + i] & kVerb) != 0) verbs_[i / 64] |= bit;
    if ((kinds[begin + i] & kNoun) != 0) nouns_[i / 64] |= bit;
  }
}

}  // namespace dragoman::search
