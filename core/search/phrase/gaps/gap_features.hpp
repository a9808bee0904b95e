// The features of phrases with gaps (Galley & Manning 2010, section 4).
//
// Features are penalties: their values are minus what they count. The distortion between phrases is
// the ordinary `distortion`; that within a phrase, the words in its source gaps, is one of these.
// A phrase is in a cross-serial configuration if its words and those of another one go a b a b on
// either side; two phrases are a bonbon if one has words of the other in a source gap and the other
// has words of the first in a target gap (figure 1). Each phrase counts once for each kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dragoman::search {

/// In the order of the catalogue (features/catalogue.hpp).
enum class GapFeature : std::uint8_t {
  kDistortion,    ///< words in source gaps
  kTargetLength,  ///< words in target gaps
  kCrossing,      ///< the next two together, as in the paper
  kCrossSerial,
  kBonbon,
  kSource,  ///< source gaps
  kTarget,  ///< target gaps
};
inline constexpr std::size_t kGapFeatures = 7;

/// No more target pieces can wait for their place.
inline constexpr std::size_t kMaxPending = 15;

/// Which phrases with gaps a model has, and how they are used.
struct GapSettings {
  bool source = false, target = false;  ///< whether rules with gaps on a side are used
  std::vector<GapFeature> features;
  std::size_t max_pending = 4;  ///< target pieces that may wait for their place; at most 15
  std::size_t max_span = 12;    ///< words from the first to the last of a source side; at most 64
  /// What placing a piece is expected to cost beyond its words by themselves, in natural logarithms
  /// of the language models: part of the future costs of what waits. Without it waiting looks
  /// cheaper than placing, for as long as the sentence goes on.
  double pending_cost = 4;
  /// TranslationOptions with source gaps kept for a first word, those that lose least against the
  /// best estimate of the words they span; 0: all.
  std::size_t limit = 50;

  bool used() const { return source || target; }
};

/// What one step counts.
struct GapCounts {
  std::uint32_t target_length = 0, cross_serial = 0, bonbon = 0;
};

}  // namespace dragoman::search
