// Any combination of features, chosen at run time: one compiled search for all the combinations
// that do not need a compiled search of their own.
#pragma once

#include <tuple>

#include "search/phrase/features/block_reordering.hpp"
#include "search/phrase/features/cohesion.hpp"
#include "search/phrase/features/custom_features.hpp"
#include "search/phrase/features/feature.hpp"
#include "search/phrase/features/forced.hpp"
#include "search/phrase/features/operations.hpp"
#include "search/phrase/features/piece_reordering.hpp"

namespace dragoman::search::phrase {

/// Features of which each is used or not. Their scores are added in the order of the list.
template <StepFeature... Features>
class Together : public FeatureDefaults {
  /// Whether a feature answers for many steps at once.
  template <typename F>
  static constexpr bool Answers = requires(const F& feature) { feature.settle(); };

 public:
  /// `feature` must outlive this object.
  template <typename F>
  void add(const F& feature) {
    std::get<const F*>(features_) = &feature;
  }
  /// Null: the feature is not used.
  template <typename F>
  const F* get() const {
    return std::get<const F*>(features_);
  }
  std::size_t count() const { return (0 + ... + (get<Features>() != nullptr ? 1 : 0)); }

  static constexpr bool kForbids = (Features::kForbids || ...);
  static constexpr bool kLaterPieces = (Features::kLaterPieces || ...);

 private:
  template <typename F>
  struct Slot {
    typename F::State state;
    friend bool operator==(const Slot&, const Slot&) = default;
  };

 public:
  struct State : Slot<Features>... {
    friend bool operator==(const State&, const State&) = default;
    template <typename F>
    typename F::State& of() {
      return Slot<F>::state;
    }
    template <typename F>
    const typename F::State& of() const {
      return Slot<F>::state;
    }
    std::uint64_t hash() const {
      std::uint64_t hash = 0;
      (..., (hash = hash_combine(hash, of<Features>().hash())));
      return hash;
    }
  };

  State begin() const {
    State state;
    for_each([&]<typename F>(const F& feature) { state.template of<F>() = feature.begin(); });
    return state;
  }
  float most() const {
    float most = 0;
    for_each([&](const auto& feature) { most += feature.most(); });
    return most;
  }
  template <typename C>
  bool allows(const C& before, std::size_t begin, std::size_t end,
              const ReorderingLimits& limits) const {
    return all([&](const auto& feature) { return feature.allows(before, begin, end, limits); });
  }
  template <typename C>
  bool allows(const C& before, const Shape& shape, const ReorderingLimits& limits) const {
    return all([&](const auto& feature) { return feature.allows(before, shape, limits); });
  }
  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    float score = 0;
    const bool allowed =
        all([&]<typename F>(const F& feature) { return add_step(feature, in, step, out, score); });
    return allowed ? score : kForbidden;
  }
  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    for_each(
        [&]<typename F>(const F& feature) { feature.explain(in.template of<F>(), step, row); });
  }

  /// For a step that places a later target piece of a phrase with gaps.
  template <typename C>
  float extend_later(const State& in, const Step<C>& step, State& out) const {
    float score = 0;
    const bool allowed = all([&]<typename F>(const F& feature) {
      if constexpr (F::kLaterPieces) {
        return add_step(feature, in, step, out, score);
      } else {
        out.template of<F>() = in.template of<F>();
        return true;
      }
    });
    return allowed ? score : kForbidden;
  }
  template <typename C>
  void explain_later(const State& in, const Step<C>& step, float* row) const {
    for_each([&]<typename F>(const F& feature) {
      if constexpr (F::kLaterPieces) feature.explain(in.template of<F>(), step, row);
    });
  }

  bool asks() const
    requires(Answers<Features> || ...)
  {
    return !all([]<typename F>(const F&) { return !Answers<F>; });
  }
  /// Announces a step; settle() then computes the answers for all announced steps at once.
  template <typename C>
  void expect(const State& in, const Step<C>& step) const
    requires(Answers<Features> || ...)
  {
    all([&]<typename F>(const F& feature) {
      if constexpr (Answers<F>) {
        feature.expect(in.template of<F>(), step);
      } else if constexpr (F::kForbids) {
        typename F::State out;
        return feature.extend(in.template of<F>(), step, out) != kForbidden;
      }
      return true;
    });
  }
  void settle() const
    requires(Answers<Features> || ...)
  {
    for_each([]<typename F>(const F& feature) {
      if constexpr (Answers<F>) feature.settle();
    });
  }

 private:
  template <typename F, typename C>
  static bool add_step(const F& feature, const State& in, const Step<C>& step, State& out,
                       float& score) {
    const float part = feature.extend(in.template of<F>(), step, out.template of<F>());
    if (F::kForbids && part == kForbidden) return false;
    score += part;
    return true;
  }
  /// Calls f(feature) for every feature that is used.
  template <typename Call>
  void for_each(const Call& call) const {
    (..., (get<Features>() != nullptr ? call(*get<Features>()) : void()));
  }
  /// Calls f(feature) for the features that are used until it returns false for one; true if it
  /// does for none.
  template <typename Call>
  bool all(const Call& call) const {
    return (... && (get<Features>() == nullptr || call(*get<Features>())));
  }

  std::tuple<const Features*...> features_;
};

using NoFeature = Together<>;
static_assert(StepFeature<NoFeature>);

/// The features that the phrase decoder knows besides those of every step.
using FeaturesTogether =
    Together<ForcedOutput, Cohesion, CustomFeatures, BlockReordering, PieceReordering, Operations>;

}  // namespace dragoman::search::phrase
