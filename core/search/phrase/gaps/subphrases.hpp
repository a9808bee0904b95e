// The contiguous source pieces of a phrase with gaps in target order (Galley & Manning 2010,
// section 4): each stands where the first target word that it is linked to stands. A piece without
// links stands with the piece before it, or else with the one after it; if no piece has links, all
// stand at the first target word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/types.hpp"
#include "grammar/table/rule_table.hpp"
#include "search/options/shape.hpp"

namespace dragoman::search::phrase {

/// How the source pieces of all phrases are ordered for linear distortion.
enum class GapDistortion : std::uint8_t {
  kSource,  ///< phrases as they begin, the pieces of each in source order
  kTarget,  ///< all pieces in target order
};

/// The source pieces that stand in one target piece, in target order.
struct SubphraseRun {
  std::uint32_t first = 0;  ///< where the first of them begins
  std::uint32_t end = 0;    ///< where the last of them ends; 0: there are none
  std::uint32_t jumps = 0;  ///< words jumped over between them

  bool any() const { return end != 0; }
  friend bool operator==(const SubphraseRun&, const SubphraseRun&) = default;
};

/// One run for every target piece of a rule that is applied to the words of a shape.
std::vector<SubphraseRun> subphrase_runs(const Shape& shape, std::span<const Symbol> target,
                                         std::span<const grammar::AlignmentPoint> links);

}  // namespace dragoman::search::phrase
