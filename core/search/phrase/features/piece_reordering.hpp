// Lexicalised reordering that knows the gaps of phrases, the future work of Galley & Manning
// (2010), for tables whose orientations were counted that way.
//
// A phrase is monotone if it begins where any contiguous piece of the previous phrase ends: it
// follows the phrase, or fills a gap from the left. Otherwise it is a swap if it ends where any
// piece of the previous phrase begins, from the first piece on. For phrases without gaps these are
// the usual orientations (phrase_reordering.hpp).
#pragma once

#include "search/phrase/features/feature.hpp"
#include "search/phrase/features/phrase_reordering.hpp"

namespace dragoman::search::phrase {

class PieceReordering : public FeatureDefaults {
 public:
  /// The previous phrase has a place in every state: hypotheses are recombined only if the words
  /// of a last phrase with gaps are equal.
  struct State {
    friend bool operator==(const State&, const State&) = default;
    static std::uint64_t hash() { return 0; }
  };

  explicit PieceReordering(const ModelParts& model) : rows_(model) {}

  State begin() const { return {}; }
  // most() is 0: TranslationOption::bound and ::forward_bound already include reordering.

  template <typename C>
  float extend(const State&, const Step<C>& step, State&) const {
    const Orientation o = orientation(step);
    return step.option.backward[o] + (step.last == nullptr ? 0 : step.last->forward[o]);
  }

  template <typename C>
  void explain(const State&, const Step<C>& step, float* row) const {
    const Orientation o = orientation(step);
    rows_.explain_backward(step.option, o, row);
    rows_.explain_forward(step.last, o, row);
  }

 private:
  template <typename C>
  static Orientation orientation(const Step<C>& step) {
    const std::uint32_t begin = step.option.begin, end = step.option.end;
    if (step.last == nullptr || !step.last_shape.has_gaps()) {
      return PhraseReordering::orientation(step.last, begin, end);
    }
    bool follows = false, precedes = false;
    step.last_shape.for_each_piece([&](std::uint32_t first, std::uint32_t last) {
      follows = follows || last == begin;
      precedes = precedes || first == end;
    });
    return follows ? kMonotone : precedes ? kSwap : kDiscontinuous;
  }

  ReorderingRows rows_;
};

}  // namespace dragoman::search::phrase
