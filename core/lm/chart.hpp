// Scores rules with gaps or non-terminals, whose parts get their left context later (Li and
// Khudanpur 2008; Heafield, Hoang, Koehn, Kiso and Federico 2011).
//
//   ChartState state;                        // kept with the chart entry
//   RuleScore rule(model, state);
//   rule.begin_sentence();                   // first, if the rule starts with <s>
//   rule.terminal(word);                     // from left to right: words ...
//   rule.non_terminal(child_state, score);   // ... and finished fragments with their scores
//   const float score = rule.finish();       // log10, including what was passed in
//
// The scores of a sentence's pieces, put together in any bracketing, sum to the sentence's score.
#pragma once

#include "lm/model.hpp"
#include "lm/state.hpp"

namespace dragoman::lm {

class RuleScore {
 public:
  RuleScore(const Model& model, ChartState& out) : model_(model), out_(out) { out = {}; }

  void begin_sentence() {
    out_.right = model_.begin_sentence();
    left_done_ = true;
  }

  void terminal(WordId word);

  /// A fragment with its state; `score` is its score so far (0 to get differences only).
  void non_terminal(const ChartState& in, float score = 0);

  float finish() {
    out_.left.full = left_done_ || out_.left.length == model_.order() - 1;
    return score_;
  }

 private:
  void charge(WordId word, float probability, float charged_before, bool independent);
  void append(const State& right, int usable, const float* backoffs);
  /// The context that words further right still see.
  struct Context {
    int usable;
    float backoffs[kMaxOrder - 1];
  };
  /// Charges the first `count` words of a left end in the context of the words before them.
  Context extend(const LeftState& left, int count);

  const Model& model_;
  ChartState& out_;
  bool left_done_ = false;
  float score_ = 0;
};

/// What changes, as log10, when two fragments come together of which only the last `last` words of
/// the first and the first `first` words of the second are known (more than the end has: all, and
/// that there are no more). With all words known it is what non_terminal() adds.
float joint(const Model& model, const State& before, int last, const LeftState& after, int first);

}  // namespace dragoman::lm
