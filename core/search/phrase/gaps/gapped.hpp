// Phrases with gaps, as a feature of every step of a search (feature.hpp). The state says which
// phrases are open (open_phrases.hpp) and which option was applied last. Everything else is left to
// an inner feature.
//
// Besides the members of a feature, the inner feature may have
//   - later(in, step, out), explain_later(in, step, row): for a step that places a later piece and
//     translates no source word; by default such a step is treated like any other,
//   - allows(before, shape, limits): whether words with gaps between them may be translated next.
#pragma once

#include <cstdint>

#include "search/features/feature.hpp"
#include "search/phrase/gaps/gap_scores.hpp"
#include "search/phrase/gaps/open_phrases.hpp"
#include "search/phrase/gaps/ranked_places.hpp"
#include "search/phrase/hypothesis.hpp"

namespace dragoman::search {

/// The gap settings of a model, and the weights of its gap features.
struct GapModel {
  const GapSettings& settings;
  GapScores scores;

  GapModel(const GapSettings& gaps, const FeatureLayout& layout, std::span<const double> weights)
      : settings(gaps), scores(gaps, layout, weights) {}
  GapRules rules() const;
};

template <typename Inner>
class Gapped {
 public:
  struct State {
    OpenPhrases::Id open = OpenPhrases::kNothing;
    std::uint32_t last = kNone;  ///< the option applied last; its identity is in the hypothesis
    [[no_unique_address]] typename Inner::State inner{};
    friend bool operator==(const State& a, const State& b) {
      return a.open == b.open && a.inner == b.inner;
    }
    std::uint64_t hash() const { return mix64(open) ^ inner.hash(); }
  };

  /// The data of a sentence. `most` is the most that gaps can score in a step; `most_crossing` is
  /// the part of it that is not known before the step is taken.
  struct Parts {
    const GappedOptions& options;
    const RankedPlaces& places;
    OpenPhrases& open;
    const GapScores& scores;
    float most, most_crossing;
  };

  Gapped(const Inner& inner, const Parts& parts)
      : inner_(inner),
        open_(parts.open),
        scores_(parts.scores),
        options_(parts.options),
        places_(parts.places),
        most_(parts.most),
        most_crossing_(parts.most_crossing) {}

  State begin() const { return {OpenPhrases::kNothing, kNone, inner_.begin()}; }
  static constexpr bool kBySpan = false;
  float most() const { return most_ + inner_.most(); }
  /// The same for one step: words of a contiguous option lie in the target gaps of all phrases with
  /// pending pieces.
  float most(const State& in, const TranslationOption& option) const {
    const std::size_t waiting = open_.waiting(in.open);
    const std::size_t words = waiting == 0 ? 0 : options_.target(option.target).size();
    return scores_.of_length(words * waiting) + most_crossing_ + inner_.most();
  }
  OpenPhrases& open() const { return open_; }
  const RankedPlaces& places() const { return places_; }

  template <typename C, typename P>
  bool allows(const C& before, const Shape& shape, const P& limits) const {
    if constexpr (requires { inner_.allows(before, shape, limits); }) {
      if (shape.has_gaps()) return inner_.allows(before, shape, limits);
    }
    return inner_.allows(before, shape.begin, shape.end, limits);
  }

  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    GapCounts counts;
    out.open = open_.add(in.open, step.option, step.before, counts);
    if (out.open == OpenPhrases::kTooMany) {
      out.open = OpenPhrases::kNothing;
      return kForbidden;
    }
    out.last = options_.number(step.option);
    const Shape shape = options_.shape(step.option);
    const float inner = inner_.extend(in.inner, within(step, shape, out.open), out.inner);
    return inner + scores_.of(counts);
  }
  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    GapCounts counts;
    const OpenPhrases::Id open = open_.add(in.open, step.option, step.before, counts);
    scores_.explain(counts, row);
    const Shape shape = options_.shape(step.option);
    if (step.option.gaps != kNoGaps) {
      scores_.explain_own(shape, options_.gaps(step.option).pieces, row);
    }
    inner_.explain(in.inner, within(step, shape, open), row);
  }

  bool asks() const
    requires Asks<Inner>
  {
    return inner_.asks();
  }
  template <typename C>
  void expect(const State& in, const Step<C>& step) const {
    GapCounts counts;
    const OpenPhrases::Id open = open_.add(in.open, step.option, step.before, counts);
    if (open == OpenPhrases::kTooMany) return;
    inner_.expect(in.inner, within(step, options_.shape(step.option), open));
  }
  void settle() const
    requires Asks<Inner>
  {
    inner_.settle();
  }

  /// Places the next piece of the `slot`th phrase with pending pieces; this piece is the step's
  /// option.
  template <typename C>
  float later(const State& in, const Step<C>& step, std::size_t slot, State& out) const {
    GapCounts counts;
    out.open = open_.place(in.open, slot, step.before, counts);
    out.last = in.last;
    const Step<C> inner_step = within(step, {}, out.open);
    if constexpr (requires { inner_.later(in.inner, inner_step, out.inner); }) {
      return inner_.later(in.inner, inner_step, out.inner) + scores_.of(counts);
    } else {
      return inner_.extend(in.inner, inner_step, out.inner) + scores_.of(counts);
    }
  }
  template <typename C>
  void explain_later(const State& in, const Step<C>& step, std::size_t slot, float* row) const {
    GapCounts counts;
    const OpenPhrases::Id open = open_.place(in.open, slot, step.before, counts);
    scores_.explain(counts, row);
    const Step<C> inner_step = within(step, {}, open);
    if constexpr (requires { inner_.explain_later(in.inner, inner_step, row); }) {
      inner_.explain_later(in.inner, inner_step, row);
    } else {
      inner_.explain(in.inner, inner_step, row);
    }
  }

 private:
  /// The step as the inner feature sees it.
  template <typename C>
  Step<C> within(const Step<C>& step, const Shape& shape, OpenPhrases::Id after) const {
    return {step.before, step.last,
            step.option, step.complete && open_.waiting(after) == 0,
            shape,       step.last == nullptr ? Shape{} : options_.shape(*step.last)};
  }

  const Inner& inner_;
  OpenPhrases& open_;
  const GapScores& scores_;
  const GappedOptions& options_;
  const RankedPlaces& places_;
  float most_, most_crossing_;
};

}  // namespace dragoman::search
