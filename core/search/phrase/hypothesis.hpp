// Partial translations, and the lists of them that beam search keeps.
#pragma once

#include <cstdint>
#include <limits>

#include "search/options/language_contexts.hpp"

namespace dragoman::search::phrase {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// A node of the search graph: the best way to reach it, and everything that future scores depend
/// on.
template <typename CoverageType, typename FeatureState>
struct Hypothesis {
  CoverageType coverage;
  std::uint32_t previous = kNone;  ///< the previous node; kNone: this is the empty hypothesis
  std::uint32_t option = kNone;    ///< number of the option that led here
  std::uint32_t identity = 0;      ///< of that option; 0 if all is translated
  ContextId context = 0;           ///< of the language models; kFinalContext if all is translated
  float score = 0;                 ///< of the model so far
  float total = 0;                 ///< score and future costs
  std::uint32_t arcs = kNone;      ///< first of the worse ways to reach it, or kNone
  [[no_unique_address]] FeatureState state{};

  bool same_future(const Hypothesis& other) const {
    return context == other.context && identity == other.identity && state == other.state &&
           coverage == other.coverage;
  }
  std::uint64_t hash() const {
    return mix64(coverage.hash() ^ (static_cast<std::uint64_t>(context) << 32 | identity) ^
                 state.hash());
  }
};

/// A worse way to reach a node.
struct Arc {
  std::uint32_t previous, option;
  float score;         ///< of the node if it were reached this way
  std::uint32_t next;  ///< next arc of the same node, or kNone
};

}  // namespace dragoman::search::phrase
