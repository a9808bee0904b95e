// Lexicalised reordering (Koehn et al. 2005) with orientations relative to the previous phrase:
// backward scores of a phrase, and forward scores of the previous phrase, which are known one step
// late. A phrase with gaps counts as if it had none. block_reordering.hpp has orientations relative
// to blocks of phrases, piece_reordering.hpp those relative to the pieces of phrases with gaps.
#pragma once

#include "search/options/orientation.hpp"
#include "search/options/translation_options.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search::phrase {

/// Adds the values of a table's reordering scores to feature rows.
class ReorderingRows {
 public:
  explicit ReorderingRows(const ModelParts& model)
      : rules_(*model.rules), place_(model.layout->first(Block::kReordering)) {}

  void explain_backward(const TranslationOption& option, Orientation o, float* row) const {
    if (option.from_rule()) row[place_ + o] += rules_.reordering(option.rule)[o];
  }
  void explain_forward(const TranslationOption* last, Orientation o, float* row) const {
    if (last == nullptr || !last->from_rule()) return;
    row[place_ + kOrientations + o] += rules_.reordering(last->rule)[kOrientations + o];
  }

 private:
  const RuleTable& rules_;
  std::size_t place_;
};

class PhraseReordering {
 public:
  /// If `used` is false, nothing is scored.
  PhraseReordering(const ModelParts& model, bool used) : rows_(model), used_(used) {}

  float score(const TranslationOption* last, const TranslationOption& option) const {
    if (!used_) return 0;
    const Orientation o = orientation(last, option.begin, option.end);
    return option.backward[o] + (last == nullptr ? 0 : last->forward[o]);
  }
  void explain(const TranslationOption* last, const TranslationOption& option, float* row) const {
    if (!used_) return;
    const Orientation o = orientation(last, option.begin, option.end);
    rows_.explain_backward(option, o, row);
    rows_.explain_forward(last, o, row);
  }

  bool used() const { return used_; }

  /// The orientation of [begin, end) relative to the option before; `last` is null at the beginning
  /// of the sentence.
  static Orientation orientation(const TranslationOption* last, std::size_t begin,
                                 std::size_t end) {
    if (last == nullptr) return begin == 0 ? kMonotone : kDiscontinuous;
    if (begin == last->end) return kMonotone;
    return end == last->begin ? kSwap : kDiscontinuous;
  }

 private:
  ReorderingRows rows_;
  bool used_;
};

}  // namespace dragoman::search::phrase
