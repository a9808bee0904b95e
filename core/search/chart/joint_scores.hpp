// What language models add where a rule's words meet the known words of its tails (Heafield, Koehn
// and Lavie 2013): for grouped search, which learns the words of a tail one after the other.
//
// A target side is a row of pieces and tails: piece 0, tail, piece 1, tail, piece 2. Pieces are
// words, or nothing. Each tail has a joint on either side; when more of a tail becomes known, only
// the joints beside it are scored anew. Words that see through a short piece to the tail behind it
// are left to the score of the whole edge.
#pragma once

#include <array>
#include <vector>

#include "search/chart/chart_items.hpp"
#include "search/chart/chart_rules.hpp"

namespace dragoman::search {

/// A tail of which only some first and last words are known: those of an item, which other items
/// share.
struct PartialTail {
  ItemId item;
  int left, right;  ///< words known, if the item's states have as many
};
using PartialTails = std::array<PartialTail, kMaxTails>;

/// Weighted scores; the joints on the left and on the right of a target side's first tail, then of
/// its second.
using Joints = std::array<float, 2 * kMaxTails>;

class JointScores {
 public:
  /// The rules must keep their pieces.
  JointScores(const ModelParts& model, const ChartRules& rules, const ChartItems& items);

  /// Scores the joints beside a tail anew. `whole`: the sentence ends after the rule.
  void learn(const ChartRule& rule, const PartialTails& tails, std::size_t tail, bool whole,
             Joints& joints) const;
  /// Scores all joints.
  Joints all(const ChartRule& rule, const PartialTails& tails, bool whole) const;

  /// What the end of a sentence scores by itself.
  float end() const { return end_score_; }

 private:
  /// The places of target sides at which tails stand: at(0) is the first of the row.
  float left_joint(const ChartRule& rule, const PartialTails& tails, std::size_t place) const;
  float right_joint(const ChartRule& rule, const PartialTails& tails, std::size_t place,
                    bool whole) const;

  const ModelParts& model_;
  const ChartRules& rules_;
  const ChartItems& items_;
  std::vector<float> weights_;        ///< of language models, for log10
  std::vector<lm::ChartState> ends_;  ///< the end of a sentence
  float end_score_ = 0;
};

}  // namespace dragoman::search
