// Search-level features that not every search has. Each is a type for which the search is compiled,
// so that a search without the feature has no cost for it.
//
// A feature is a class with a small trivially copyable State, which recombination compares, and the
// members that StepFeature asks for. It inherits those that it has no use for from FeatureDefaults.
// together.hpp combines several features: a new one is added to its list.
// At the end of a sentence the state must be State{}, so that finished hypotheses can be
// recombined.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "search/options/coverage.hpp"
#include "search/options/shape.hpp"
#include "search/options/translation_options.hpp"
#include "search/phrase/features/reordering_limits.hpp"

namespace dragoman::search::phrase {

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
  bool waits = false;     ///< whether it leaves nothing to translate but pending target pieces
};

/// What a feature is that has no say in something.
struct FeatureDefaults {
  /// Whether extend() looks at the span and not at the option itself. Then SpanSteps(feature,
  /// before, begin, end) has the score(in) and the state() of all options of a span.
  static constexpr bool kBySpan = false;
  /// Whether extend() may return kForbidden.
  static constexpr bool kForbids = false;
  /// Whether the feature looks at target words, and so at a step that places a later target piece
  /// of a phrase with gaps (gaps/gapped.hpp) and translates no source word.
  static constexpr bool kLaterPieces = false;

  static constexpr float most() { return 0; }
  template <typename C>
  bool allows(const C&, std::size_t, std::size_t, const ReorderingLimits&) const {
    return true;
  }
  template <typename C>
  bool allows(const C&, const Shape&, const ReorderingLimits&) const {
    return true;
  }
};

template <typename F>
concept StepFeature =
    std::is_trivially_copyable_v<typename F::State> &&
    std::equality_comparable<typename F::State> &&
    requires(const F& feature, const typename F::State& in, typename F::State& out,
             const Coverage<1>& before, const Step<Coverage<1>>& step, const Shape& shape,
             const ReorderingLimits& limits, std::size_t word, float* row) {
      /// The state of the empty hypothesis.
      { feature.begin() } -> std::same_as<typename F::State>;
      { in.hash() } -> std::same_as<std::uint64_t>;
      /// The most that a step can score.
      { feature.most() } -> std::same_as<float>;
      /// Whether a span, or words with gaps between them, may be translated next after a coverage.
      { feature.allows(before, word, word, limits) } -> std::same_as<bool>;
      { feature.allows(before, shape, limits) } -> std::same_as<bool>;
      /// Adds one step; returns its weighted score, or kForbidden.
      { feature.extend(in, step, out) } -> std::same_as<float>;
      /// Adds the step's unweighted feature values to a feature row.
      feature.explain(in, step, row);
      { F::kBySpan } -> std::convertible_to<bool>;
      { F::kForbids } -> std::convertible_to<bool>;
      { F::kLaterPieces } -> std::convertible_to<bool>;
    };

/// A feature that answers for many steps at once. expect(state, step) notes a step, settle()
/// computes the answers for all noted steps, and asks() says whether this is worthwhile.
template <typename Feature>
concept Asks = requires(const Feature& feature) {
  feature.asks();
  feature.settle();
};

}  // namespace dragoman::search::phrase
