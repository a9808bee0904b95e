// How far a left-to-right search may reorder, for constraints that check steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragoman::search::phrase {

struct ReorderingLimits {
  std::size_t length;    ///< words of the sentence, or of the piece
  int distortion_limit;  ///< the most words that may be jumped over; -1: any number
  /// For every position p, the least wall greater than p (or the length).
  std::vector<std::uint32_t> next_wall;
  /// For every position, where the longest option with source gaps that begins there ends (or 0).
  std::vector<std::uint32_t> gapped_end = {};

  /// Whether some option with source gaps that begins within the distortion limit of the first gap
  /// of the coverage reaches beyond `word`, which is too far for a step of its own.
  bool gapped_option_reaches(std::size_t gap, std::size_t word) const {
    const std::size_t reach = gap + static_cast<std::size_t>(std::max(1, distortion_limit));
    for (std::size_t begin = gap; begin < std::min(reach, gapped_end.size()); ++begin) {
      if (gapped_end[begin] > word) return true;
    }
    return false;
  }
};

}  // namespace dragoman::search::phrase
