// How far a left-to-right search may reorder, for constraints that check steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragoman::search {

struct ReorderingLimits {
  std::size_t length;    ///< words of the sentence, or of the piece
  int distortion_limit;  ///< the most words that may be jumped over; -1: any number
  /// For every position p, the least wall greater than p (or the length).
  std::vector<std::uint32_t> next_wall;
};

}  // namespace dragoman::search
