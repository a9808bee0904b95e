// Search-level features that not every search has. Each is a type for which the search is compiled,
// so that a search without the feature has no cost for it.
//
// A feature has a small trivially copyable State, which recombination compares, and these members:
//   - begin(): the state of the empty hypothesis,
//   - allows(before, begin, end, limits): whether a span may be translated next after a coverage,
//   - most(): the most that a step can score,
//   - extend(in, step, out): adds one step; returns its weighted score, or kForbidden,
//   - kBySpan: whether extend() looks at the span and not at the option itself; then
//     SpanSteps(feature, before, begin, end) has the score(in) and the state() of all options of a
//     span,
//   - explain(in, step, row): adds the step's unweighted feature values to a feature row,
//   - asks(), expect() and settle(), if the feature answers better in batches (see Asks).
// together.hpp combines several features.
// At the end of a sentence the state must be State{}, so that finished hypotheses can be
// recombined.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "search/shared/shape.hpp"
#include "search/shared/translation_options.hpp"

namespace dragoman::search {

inline constexpr float kForbidden = -std::numeric_limits<float>::infinity();

/// One step of the search: an option applied to a hypothesis.
template <typename CoverageType>
struct Step {
  const CoverageType& before;
  const TranslationOption* last;  ///< the previous option, or null
  const TranslationOption& option;
  bool complete;          ///< whether the step leaves nothing to translate
  Shape shape = {};       ///< the option's words if they have gaps
  Shape last_shape = {};  ///< the previous option's words if they have gaps
};

struct NoFeature {
  struct State {
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return 0; }
  };
  State begin() const { return {}; }
  static constexpr bool kBySpan = false;
  static constexpr float most() { return 0; }
  template <typename C, typename P>
  bool allows(const C&, std::size_t, std::size_t, const P&) const {
    return true;
  }
  template <typename C>
  float extend(const State&, const Step<C>&, State&) const {
    return 0;
  }
  template <typename C>
  void explain(const State&, const Step<C>&, float*) const {}
};

/// A feature that answers for many steps at once. expect(state, step) notes a step, settle()
/// computes the answers for all noted steps, and asks() says whether this is worthwhile.
template <typename Feature>
concept Asks = requires(const Feature& feature) {
  feature.asks();
  feature.settle();
};

}  // namespace dragoman::search
