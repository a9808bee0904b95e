// Search-level features beyond the ordinary ones plug into the search here, as a type: the search
// is compiled for each, so that it costs nothing when there is none.
//
// A feature owns a small trivially copyable State that is part of what recombination compares, and
//   - begin(): the state of the empty hypothesis,
//   - allows(before, begin, end, limits): whether a span may be translated next after a coverage,
//   - most(): the most that a step can score,
//   - extend(in, step, out): adds one step; returns its weighted score, or kForbidden,
//   - kBySpan: whether extend() looks at the span and not at the option itself; then
//     SpanSteps(feature, before, begin, end) has the score(in) and the state() of all options of a
//     span,
//   - explain(in, step, row): adds the step's unweighted feature values to a feature row,
//   - if it answers better in batches, asks(), expect() and settle() (see Asks).
// together.hpp puts several together.
// A state at the end of a sentence must be State{} for hypotheses to be recombined there.
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
  const TranslationOption* last;  ///< the option before, or null
  const TranslationOption& option;
  bool complete;          ///< whether the step leaves nothing to translate
  Shape shape = {};       ///< the option's words if they have gaps
  Shape last_shape = {};  ///< those of the option before if they have gaps
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

/// A feature that answers for many steps at once: expect(state, step) notes one, settle() finds out
/// about all that were noted; asks() says whether it is worth it.
template <typename Feature>
concept Asks = requires(const Feature& feature) {
  feature.asks();
  feature.settle();
};

}  // namespace dragoman::search
