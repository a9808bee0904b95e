// The request to a decoder, and its result.
#pragma once

#include <cstddef>
#include <cstdint>

#include "forest/forest.hpp"

namespace dragoman::search {

class FeatureSource;
class RuleFeatureSource;

struct Translation {
  forest::Forest best;       ///< the best derivation alone
  forest::Forest forest;     ///< the whole searched forest, if asked for
  bool degraded = false;     ///< the search was cut short by its bounds
  bool unreachable = false;  ///< no translation satisfies the demands
  bool relaxed = false;    ///< no translation satisfied the hard cohesion constraint; it was lifted
  std::uint64_t work = 0;  ///< expansions
};

struct DecodeRequest {
  std::size_t threads = 1;
  bool forests = false;
  FeatureSource* custom = nullptr;     ///< the model's custom features, if it has any
  RuleFeatureSource* rules = nullptr;  ///< the model's rule features, if it has any
};

}  // namespace dragoman::search
