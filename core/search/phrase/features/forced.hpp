// Forced decoding as a feature: every step must continue the reference, or what a person has typed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "search/api/decoding.hpp"
#include "search/phrase/features/feature.hpp"

namespace dragoman::search::phrase {

/// Only the reference, or a translation with the given beginning, may be produced. The state is the
/// number of the given words that are produced so far.
class ForcedOutput : public FeatureDefaults {
 public:
  static constexpr bool kForbids = true;
  static constexpr bool kLaterPieces = true;

  struct State {
    std::uint32_t produced = 0;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return mix64(produced + 1); }
  };

  explicit ForcedOutput(const TranslationOptions& options) : options_(options) {}

  /// How far any hypothesis came: the most words of the reference, and the most source words that
  /// were translated with these.
  const Reached& reached() const { return reached_; }

  State begin() const { return {}; }

  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    const std::span<const WordId> words = options_.target(step.option.target);
    const Reference& reference = options_.reference();
    const std::optional<std::uint32_t> produced = reference.after(in.produced, words);
    if (!produced || (step.complete && *produced != reference.size())) return kForbidden;
    out.produced = step.complete ? 0 : *produced;
    if (*produced >= reached_.target) note(step, *produced);
    return 0;
  }
  template <typename C>
  void explain(const State&, const Step<C>&, float*) const {}

 private:
  template <typename C>
  void note(const Step<C>& step, std::size_t produced) const {
    std::size_t source = step.before.covered();
    if (step.option.rule != kPieceRule) {
      source += step.shape.words() > 0 ? step.shape.words() : step.option.end - step.option.begin;
    }
    if (produced > reached_.target || source > reached_.source) reached_ = {source, produced};
  }

  const TranslationOptions& options_;
  mutable Reached reached_;
};

}  // namespace dragoman::search::phrase
