// The request to a decoder, and its result.
#pragma once

#include <cstddef>
#include <cstdint>

#include "forest/forest.hpp"

namespace dragoman::search {

class EdgeFeatureSource;
class FeatureSource;
class RuleFeatureSource;

/// How far forced decoding came if it did not find what was demanded, in words: source words with a
/// translation with which the reference begins, and the longest such beginning of the reference.
/// The chart decoder takes the longest beginning of the source first; the phrase decoder, which
/// translates in any order, the longest beginning of the reference.
struct Reached {
  std::size_t source = 0, target = 0;
};

struct Translation {
  forest::Forest best;       ///< the best derivation alone
  forest::Forest forest;     ///< the whole searched forest, if asked for
  bool degraded = false;     ///< the search was cut short by its bounds
  bool unreachable = false;  ///< no translation satisfies the demands
  /// No translation satisfied the hard cohesion constraint, or the reference; it was lifted.
  bool relaxed = false;
  Reached reached;         ///< if unreachable
  std::uint64_t work = 0;  ///< expansions
};

struct DecodeRequest {
  std::size_t threads = 1;
  bool forests = false;
  FeatureSource* custom = nullptr;     ///< the model's custom features, if it has any
  RuleFeatureSource* rules = nullptr;  ///< the model's rule features, if it has any
  EdgeFeatureSource* edges = nullptr;  ///< custom features of the chart decoder, if it has any
};

}  // namespace dragoman::search
