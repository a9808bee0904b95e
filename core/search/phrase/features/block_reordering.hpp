// Lexicalised reordering with hierarchical orientation (Galley & Manning 2008), for tables whose
// orientations were counted that way.
//
// Backward: the orientation of a phrase relative to the largest block that ends where the previous
// phrase ends. This block is the top of a stack of spans, and the stack is the state.
// Forward: scored one step late, with the probabilities of the earlier phrase. The search does not
// know which words will be translated later. As in Moses, a next phrase anywhere to the right
// counts as monotone if the word right of the earlier phrase is still untranslated, and likewise to
// the left. A phrase in a gap of the other one is discontinuous. This depends only on the coverage
// and the two phrases.
#pragma once

#include "search/phrase/features/feature.hpp"
#include "search/phrase/features/phrase_reordering.hpp"
#include "search/phrase/features/span_stacks.hpp"

namespace dragoman::search::phrase {

class BlockReordering : public FeatureDefaults {
 public:
  struct State {
    std::uint32_t stack = SpanStacks::kEmpty;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return mix64(stack + 1); }
  };

  BlockReordering(SpanStacks& stacks, const ModelParts& model) : stacks_(stacks), rows_(model) {}

  State begin() const { return {}; }
  // most() is 0: TranslationOption::bound and ::forward_bound already include reordering.

  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    const auto shifted = stacks_.shift(in.stack, step.option.begin, step.option.end);
    out.stack = step.complete || step.waits ? SpanStacks::kEmpty : shifted.stack;
    const float backward = step.option.backward[shifted.orientation];
    return step.last == nullptr ? backward : backward + step.last->forward[forward(step)];
  }

  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    const Orientation o = stacks_.shift(in.stack, step.option.begin, step.option.end).orientation;
    rows_.explain_backward(step.option, o, row);
    if (step.last != nullptr) rows_.explain_forward(step.last, forward(step), row);
  }

 private:
  template <typename C>
  static Orientation forward(const Step<C>& step) {
    const TranslationOption &last = *step.last, &next = step.option;
    if (next.begin >= last.end) {
      return next.begin == last.end || !step.before.covers(last.end) ? kMonotone : kDiscontinuous;
    }
    if (next.end > last.begin) return kDiscontinuous;
    return next.end == last.begin || !step.before.covers(last.begin - 1) ? kSwap : kDiscontinuous;
  }

  SpanStacks& stacks_;
  ReorderingRows rows_;
};

}  // namespace dragoman::search::phrase
