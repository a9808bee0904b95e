// Any combination of the features, chosen at run time: one compiled search for all the combinations
// that do not need a compiled search of their own.
#pragma once

#include "search/features/block_reordering.hpp"
#include "search/features/cohesion.hpp"
#include "search/features/custom_features.hpp"
#include "search/features/feature.hpp"
#include "search/features/forced.hpp"

namespace dragoman::search {

struct FeaturesTogether {
  const ForcedOutput* forced = nullptr;  ///< null: the feature is not used
  const Cohesion* cohesion = nullptr;
  const CustomFeatures* custom = nullptr;
  const BlockReordering* reordering = nullptr;

  struct State {
    ForcedOutput::State forced;
    Cohesion::State cohesion;
    CustomFeatures::State custom;
    BlockReordering::State reordering;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const {
      return hash_combine(hash_combine(forced.hash(), cohesion.hash()),
                          hash_combine(custom.hash(), reordering.hash()));
    }
  };

  static constexpr bool kBySpan = false;
  std::size_t count() const {
    return (forced != nullptr) + (cohesion != nullptr) + (custom != nullptr) +
           (reordering != nullptr);
  }

  State begin() const {
    State state;
    if (forced != nullptr) state.forced = forced->begin();
    if (cohesion != nullptr) state.cohesion = cohesion->begin();
    if (custom != nullptr) state.custom = custom->begin();
    return state;
  }
  float most() const {
    return (cohesion != nullptr ? cohesion->most() : 0) + (custom != nullptr ? custom->most() : 0);
  }
  bool asks() const { return custom != nullptr; }
  template <typename C, typename P>
  bool allows(const C& before, std::size_t begin, std::size_t end, const P& limits) const {
    return cohesion == nullptr || cohesion->allows(before, begin, end, limits);
  }
  template <typename C, typename P>
  bool allows(const C& before, const Shape& shape, const P& limits) const {
    return cohesion == nullptr || cohesion->allows(before, shape, limits);
  }
  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    float score = 0;
    if (forced != nullptr && forced->extend(in.forced, step, out.forced) == kForbidden) {
      return kForbidden;
    }
    if (cohesion != nullptr) score += cohesion->extend(in.cohesion, step, out.cohesion);
    if (custom != nullptr) score += custom->extend(in.custom, step, out.custom);
    if (reordering != nullptr) score += reordering->extend(in.reordering, step, out.reordering);
    return score;
  }
  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    if (cohesion != nullptr) cohesion->explain(in.cohesion, step, row);
    if (custom != nullptr) custom->explain(in.custom, step, row);
    if (reordering != nullptr) reordering->explain(in.reordering, step, row);
  }
  /// For a step that translates no source word (gapped.hpp): only its target words matter.
  template <typename C>
  float later(const State& in, const Step<C>& step, State& out) const {
    out.cohesion = in.cohesion;
    out.reordering = in.reordering;
    if (forced != nullptr && forced->extend(in.forced, step, out.forced) == kForbidden) {
      return kForbidden;
    }
    return custom != nullptr ? custom->extend(in.custom, step, out.custom) : 0;
  }
  template <typename C>
  void explain_later(const State& in, const Step<C>& step, float* row) const {
    if (custom != nullptr) custom->explain(in.custom, step, row);
  }
  /// Announces a step; settle() then computes the answers for all announced steps at once.
  template <typename C>
  void expect(const State& in, const Step<C>& step) const {
    ForcedOutput::State out;
    if (forced != nullptr && forced->extend(in.forced, step, out) == kForbidden) return;
    custom->expect(in.custom, step);
  }
  void settle() const { custom->settle(); }
};

}  // namespace dragoman::search
