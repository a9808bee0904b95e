// The features of phrases with gaps (Galley & Manning 2010, section 4).
//
// Features are penalties: the value is minus the count. The distortion between phrases is the
// ordinary `distortion`. The distortion within a phrase is one of the features here: the words in
// its source gaps, or in target order the jumps from piece to piece (subphrases.hpp).
// A phrase is in a cross-serial configuration if its words interleave with those of another phrase
// as a b a b, on the source or on the target side. Two phrases are a bonbon if one has words of the
// other in a source gap and the other has words of the first in a target gap (figure 1). Each
// phrase counts once for each kind, and once for kCrossing, as in the paper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "search/phrase/gaps/subphrases.hpp"

namespace dragoman::search::phrase {

/// In the order of the catalogue (features/catalogue.hpp).
enum class GapFeature : std::uint8_t {
  kDistortion,    ///< words jumped over within phrases
  kTargetLength,  ///< number of words in target gaps
  kCrossing,      ///< number of phrases in either of the next two, as in the paper
  kCrossSerial,
  kBonbon,
  kSource,        ///< number of source gaps
  kTarget,        ///< number of target gaps
  kSubtree,       ///< number of source gaps whose words are a subtree (gap_subtrees.hpp)
  kCrossSubtree,  ///< number of source gaps that cross a subtree
};
inline constexpr std::size_t kGapFeatures = 9;

/// The greatest value of GapSettings::max_pending.
inline constexpr std::size_t kMaxPending = 15;

/// Which phrases with gaps a model has, and how they are used.
struct GapSettings {
  bool source, target;  ///< whether rules with gaps on a side are used
  std::vector<GapFeature> features;
  GapDistortion distortion;
  std::size_t max_pending;  ///< pending target pieces allowed; at most 15
  std::size_t max_span;     ///< words from the first to the last of a source side; at most 64
  /// The expected cost of placing a pending piece, beyond the cost of its words alone, in natural
  /// logarithms of the language models. It is part of the future costs of pending pieces. Without
  /// it a pending piece looks cheaper than a placed one, as long as the sentence goes on.
  double pending_cost;
  /// How many options with source gaps are kept for a first word: those whose estimates lose least
  /// against the best estimate of the words they span. 0: all.
  std::size_t limit;
  /// The pops of the search with gaps, as a share of the pop limit. The search without gaps comes
  /// first, and the better translation is taken. 0: no search without gaps, all limits for the
  /// search with gaps.
  double share;

  bool used() const { return source || target; }
};

/// The counts of one step.
struct GapCounts {
  std::uint32_t target_length = 0, cross_serial = 0, bonbon = 0, crossing = 0;
};

}  // namespace dragoman::search::phrase
