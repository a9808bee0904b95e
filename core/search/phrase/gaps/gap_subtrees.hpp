// Whether the source gaps of a phrase are syntactically motivated: the features that Galley &
// Manning (2010) leave to future work, as Marton & Resnik (2008) count constituents that a span
// matches or crosses.
//
// The words in a gap match a subtree of the source's dependency tree if they are its words. They
// cross a subtree if both have words in common and each has words that the other lacks. Subtrees
// are sets of words, so that crossing arcs need no special treatment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/options/shape.hpp"

namespace dragoman::search::phrase {

/// What is known of the source side of a phrase with gaps.
struct SourceGaps {
  std::uint32_t jumps = 0;     ///< words jumped over within the phrase
  std::uint32_t subtrees = 0;  ///< gaps that match a subtree
  std::uint32_t crossing = 0;  ///< gaps that cross one
};

class GapSubtrees {
 public:
  /// Begins a part of a sentence, whose words are counted from `begin`. `heads`: of the words of
  /// the sentence, -1 for roots; empty: there is no tree, and no gap matches or crosses anything.
  void reset(std::span<const std::int32_t> heads, std::size_t begin);
  /// Counts the gaps of a shape.
  void count(const Shape& shape, SourceGaps& counts);

 private:
  struct Fit {
    bool matches = false, crosses = false;
  };
  Fit fit(std::size_t begin, std::size_t end);

  std::span<const std::int32_t> heads_;
  std::size_t offset_ = 0;
  std::vector<std::uint32_t> sizes_;   ///< words of each word's subtree
  std::vector<std::uint32_t> inside_;  ///< of these in the gap at hand; otherwise 0
};

}  // namespace dragoman::search::phrase
