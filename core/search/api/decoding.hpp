// The request to a decoder, and its result. Python has `DecodeRequest` and `Outcome` field for
// field (src/dragoman/search/request.py, outcome.py; core/bindings/decoding.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "forest/forest.hpp"
#include "search/api/max_marginals.hpp"

namespace dragoman::search {

class FeatureSource;
class RuleFeatureSource;

/// How far forced decoding came if it did not find what was demanded, in words: source words with a
/// translation with which the reference begins, and the longest such beginning of the reference.
/// The chart decoder takes the longest beginning of the source first; the phrase decoder, which
/// translates in any order, the longest beginning of the reference.
struct Reached {
  std::size_t source = 0, target = 0;
};

/// How the search for a sentence ended.
struct Outcome {
  bool degraded = false;                      ///< the search was cut short by its bounds
  std::uint64_t work = 0;                     ///< expansions
  bool unreachable = false;                   ///< no translation satisfies the demands
  Reached reached = {};                       ///< if unreachable
  std::optional<std::size_t> reference = {};  ///< which one of several references it is
  /// No translation satisfied the hard cohesion constraint, or the reference; it was lifted.
  bool relaxed = false;
  bool fallback = false;  ///< the decoder could not translate it; the phrase decoder did
};

struct Translation {
  forest::Forest best;    ///< the best derivation alone
  forest::Forest forest;  ///< the whole searched forest, if asked for
  Outcome outcome = {};
};

struct DecodeRequest {
  std::size_t threads;                 ///< 0: the calling thread, which then asks no monitor
  bool forest;                         ///< whether the searched forests are wanted
  ForestSize size;                     ///< of forests; edges are for each source word
  FeatureSource* features = nullptr;   ///< the model's custom features, if it has any
  RuleFeatureSource* rules = nullptr;  ///< the model's rule features, if it has any
};

}  // namespace dragoman::search
