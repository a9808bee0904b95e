// Which words of an indexed text a word cannot be translated without: those that are linked to what
// it is linked to. Found once for the whole text, four bytes a word, so that most occurrences of a
// pattern with gaps, which have no translation, are left out without a look at links.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/segment.hpp"

namespace dragoman::grammar {

class Companions {
 public:
  /// Of `segment.from`; the text is not needed afterwards.
  explicit Companions(const Segment& segment);

  /// Whether a set of words may have a consistent translation (ConsistentSets): false is certain.
  /// The positions ascend and lie in one line.
  bool may_translate(std::span<const std::uint32_t> positions) const {
    const std::uint32_t first = positions.front(), span = positions.back() - first;
    if (span > kMostSpan) return true;
    std::uint64_t has = 0;
    for (const std::uint32_t position : positions) has |= std::uint64_t{1} << (position - first);
    has <<= kReach;
    const bool near = span <= kReach;  // then what is out of reach is not in the set
    bool linked = true;
    std::uint32_t before = first;
    for (const std::uint32_t position : positions) {
      if (position > before + 1) {
        if (!linked) return false;  // a stretch without links
        linked = false;
      } else if (position == first) {
        linked = false;
      }
      before = position;
      const std::uint32_t needs = needs_[position];
      linked = linked || needs != 0;
      if (near && (needs & kFar) != 0) return false;
      if ((std::uint64_t{needs & ~kFar} << (position - first) & ~has) != 0) return false;
    }
    return linked;
  }
  void prefetch(std::uint32_t position) const { __builtin_prefetch(&needs_[position]); }

 private:
  static constexpr std::uint32_t kReach = 15;      ///< words to either side that have a bit
  static constexpr std::uint32_t kFar = 1U << 31;  ///< some are farther away
  static constexpr std::uint32_t kMostSpan = 32;

  /// Bit k: the word k - 15 places after this one; 0: the word has no links.
  std::vector<std::uint32_t> needs_;
};

}  // namespace dragoman::grammar
