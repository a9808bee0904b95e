// Search-level features beyond the ordinary ones plug into the search here, as a type: the search
// is compiled for each, so that it costs nothing when there is none.
//
// An Extra owns a small trivially copyable State that is part of what recombination compares, and
//   - begin(): the state of the empty hypothesis,
//   - allows(before, begin, end, problem): whether a span may be translated next after a coverage,
//   - most(): the most that a step can score,
//   - extend(in, step, out): adds one step; returns its weighted score, or kForbidden,
//   - kBySpan: whether extend() looks at the span and not at the option itself; then
//     span_steps(before, begin, end).extend(in, out) does the same for all options of a span,
//   - explain(in, step, row): adds the step's unweighted feature values to a feature row.
// A state at the end of a sentence must be State{} for hypotheses to be recombined there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "search/options.hpp"

namespace dragoman::search {

inline constexpr float kForbidden = -std::numeric_limits<float>::infinity();

/// One step of the search: an option applied to a hypothesis.
template <typename CoverageType>
struct Step {
  const CoverageType& before;
  const Option* last;  ///< the option before, or null
  const Option& option;
  bool complete;  ///< whether the step leaves nothing to translate
};

struct NoExtra {
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

/// Forced decoding: only the reference may be produced. The state is how much of it there is.
class ForcedOutput {
 public:
  struct State {
    std::uint32_t produced = 0;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return mix64(produced + 1); }
  };

  explicit ForcedOutput(const Options& options) : options_(options) {}

  State begin() const { return {}; }
  static constexpr bool kBySpan = false;
  static constexpr float most() { return 0; }
  template <typename C, typename P>
  bool allows(const C&, std::size_t, std::size_t, const P&) const {
    return true;
  }

  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    const std::span<const WordId> words = options_.target(step.option.target);
    const std::span<const WordId> left = options_.reference().subspan(in.produced);
    if (words.size() > left.size() || (step.complete && words.size() != left.size()) ||
        !std::equal(words.begin(), words.end(), left.begin())) {
      return kForbidden;
    }
    out.produced = step.complete ? 0 : in.produced + static_cast<std::uint32_t>(words.size());
    return 0;
  }
  template <typename C>
  void explain(const State&, const Step<C>&, float*) const {}

 private:
  const Options& options_;
};

/// Two Extras at once.
template <typename First, typename Second>
class Both {
 public:
  struct State {
    typename First::State first;
    typename Second::State second;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return mix64(first.hash() + 1) ^ second.hash(); }
  };

  Both(const First& first, const Second& second) : first_(first), second_(second) {}

  State begin() const { return {first_.begin(), second_.begin()}; }
  static constexpr bool kBySpan = false;
  float most() const { return first_.most() + second_.most(); }
  template <typename C, typename P>
  bool allows(const C& before, std::size_t begin, std::size_t end, const P& problem) const {
    return first_.allows(before, begin, end, problem) &&
           second_.allows(before, begin, end, problem);
  }
  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    const float score = first_.extend(in.first, step, out.first);
    return score == kForbidden ? score : score + second_.extend(in.second, step, out.second);
  }
  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    first_.explain(in.first, step, row);
    second_.explain(in.second, step, row);
  }

 private:
  const First& first_;
  const Second& second_;
};

}  // namespace dragoman::search
