// Phrases with gaps, as a feature of every step of a search (feature.hpp). The state says which
// phrases are open (open_phrases.hpp) and which option was applied last; if distortion follows the
// target order, also which source piece came last (last_piece.hpp). Everything else is left to an
// inner feature.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "search/phrase/features/distortion.hpp"
#include "search/phrase/features/feature.hpp"
#include "search/phrase/gaps/gap_scores.hpp"
#include "search/phrase/gaps/last_piece.hpp"
#include "search/phrase/gaps/open_phrases.hpp"
#include "search/phrase/gaps/ranked_places.hpp"
#include "search/phrase/hypothesis.hpp"

namespace dragoman::search::phrase {

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
    LastPiece piece{};
    [[no_unique_address]] typename Inner::State inner{};
    friend bool operator==(const State& a, const State& b) {
      return a.open == b.open && a.piece == b.piece && a.inner == b.inner;
    }
    std::uint64_t hash() const { return mix64(piece.hash() ^ open) ^ inner.hash(); }
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

  State begin() const { return {OpenPhrases::kNothing, kNone, {}, inner_.begin()}; }
  static constexpr bool kBySpan = false, kForbids = true;
  float most() const { return most_ + inner_.most(); }
  /// The same for one step: words of a contiguous option lie in the target gaps of all phrases with
  /// pending pieces.
  float most(const State& in, const TranslationOption& option) const {
    const std::size_t waiting = open_.waiting(in.open);
    const std::size_t words = waiting == 0 ? 0 : options_.target(option.target).size();
    return scores_.of_length(words * waiting) + most_crossing_ + jump_gain(in, option) +
           inner_.most();
  }
  /// Whether distortion follows the target order; then the words jumped over from the last source
  /// piece to `begin`.
  bool in_target_order() const { return scores_.in_target_order(); }
  static int jump(const State& in, std::size_t begin) {
    return std::abs(static_cast<int>(begin) - static_cast<int>(in.piece.end));
  }
  OpenPhrases& open() const { return open_; }
  const RankedPlaces& places() const { return places_; }

  template <typename C>
  bool allows(const C& before, const Shape& shape, const ReorderingLimits& limits) const {
    if (shape.has_gaps()) return inner_.allows(before, shape, limits);
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
    const Step<C> inner_step = within(step, shape, out.open);
    out.piece = inner_step.complete || !in_target_order() ? LastPiece() : after(in, step.option);
    const float inner = inner_.extend(in.inner, inner_step, out.inner);
    return inner + scores_.of(counts) + jump_gain(in, step.option);
  }
  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    GapCounts counts;
    const OpenPhrases::Id open = open_.add(in.open, step.option, step.before, counts);
    scores_.explain(counts, row);
    const Shape shape = options_.shape(step.option);
    if (step.option.gaps != kNoGaps) {
      const GapsOfOption& gaps = options_.gaps(step.option);
      scores_.explain_own(shape, gaps.source, gaps.pieces, row);
    }
    if (in_target_order()) {
      const int counted = Distortion::jump(step.last, step.option.begin);
      scores_.explain_jump(first_jump(in, step.option) - counted, false, row);
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
    const SubphraseRun& run = options_.gaps(step.option).run;
    const bool ends = options_.gaps(step.option).next == kNoOption;
    out.piece = inner_step.complete ? LastPiece() : in.piece.placed(slot, run, ends);
    float own = scores_.of(counts);
    if (run.any()) own += scores_.of_jump(jump(in, run.first), in.piece.is_of(slot));
    return inner_.extend_later(in.inner, inner_step, out.inner) + own;
  }
  template <typename C>
  void explain_later(const State& in, const Step<C>& step, std::size_t slot, float* row) const {
    GapCounts counts;
    const OpenPhrases::Id open = open_.place(in.open, slot, step.before, counts);
    scores_.explain(counts, row);
    const SubphraseRun& run = options_.gaps(step.option).run;
    if (run.any()) scores_.explain_jump(jump(in, run.first), in.piece.is_of(slot), row);
    const Step<C> inner_step = within(step, {}, open);
    inner_.explain_later(in.inner, inner_step, row);
  }

 private:
  /// In target order: the source pieces that stand in an option's first target piece.
  SubphraseRun run_of(const TranslationOption& option) const {
    return option.gaps == kNoGaps ? SubphraseRun{option.begin, option.end, 0}
                                  : options_.gaps(option).run;
  }
  LastPiece after(const State& in, const TranslationOption& option) const {
    const bool waits = option.gaps != kNoGaps && options_.gaps(option).pieces > 0;
    return in.piece.begun(run_of(option), waits, open_.waiting(in.open));
  }
  /// The words jumped over to an option.
  int first_jump(const State& in, const TranslationOption& option) const {
    const SubphraseRun run = run_of(option);
    return run.any() ? jump(in, run.first) : 0;
  }
  /// What that scores more than a jump to the option's first word, as Steps::distortion() has it.
  float jump_gain(const State& in, const TranslationOption& option) const {
    if (!in_target_order() || option.gaps == kNoGaps) return 0;
    return scores_.of_jump(first_jump(in, option) - jump(in, option.begin), false);
  }
  /// The step as the inner feature sees it.
  template <typename C>
  Step<C> within(const Step<C>& step, const Shape& shape, OpenPhrases::Id after) const {
    const bool waits = open_.waiting(after) > 0;
    return {step.before,
            step.last,
            step.option,
            step.complete && !waits,
            shape,
            step.last == nullptr ? Shape{} : options_.shape(*step.last),
            step.complete && waits};
  }

  const Inner& inner_;
  OpenPhrases& open_;
  const GapScores& scores_;
  const GappedOptions& options_;
  const RankedPlaces& places_;
  float most_, most_crossing_;
};

}  // namespace dragoman::search::phrase
