// Forced decoding as a feature: every step must continue the reference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "search/features/feature.hpp"

namespace dragoman::search {

/// Only the reference may be produced. The state is the number of its words that are produced so
/// far.
class ForcedOutput {
 public:
  struct State {
    std::uint32_t produced = 0;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return mix64(produced + 1); }
  };

  explicit ForcedOutput(const TranslationOptions& options) : options_(options) {}

  State begin() const { return {}; }

  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    const std::span<const WordId> words = options_.target(step.option.target);
    const std::span<const WordId> left = std::span(options_.reference().words).subspan(in.produced);
    if (words.size() > left.size() || (step.complete && words.size() != left.size()) ||
        !std::equal(words.begin(), words.end(), left.begin())) {
      return kForbidden;
    }
    out.produced = step.complete ? 0 : in.produced + static_cast<std::uint32_t>(words.size());
    return 0;
  }

 private:
  const TranslationOptions& options_;
};

}  // namespace dragoman::search
