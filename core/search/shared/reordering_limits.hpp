// How far a search from left to right may reorder: what a constraint on steps must know of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragoman::search {

struct ReorderingLimits {
  std::size_t length;    ///< words of the sentence, or of the piece
  int distortion_limit;  ///< words jumped over at most; -1: any number
  /// For every position p, the least wall greater than p (or the length).
  std::vector<std::uint32_t> next_wall;
};

}  // namespace dragoman::search
