// The syntactic language model, score_SYN of Carreras & Collins (2009).
//
//   SyntacticCounts counts;
//   for (every sentence) counts.add(words, derivation, spines);
//   SyntacticModel model(table, counts.outcomes());
//   model.score(events)         // natural logarithm
//
// A decision's probability is interpolated from its contexts, the most general first; a context
// that was seen n times with u different outcomes has the share n / (n + 5u) (Collins 1999, page
// 185). Below the most general one all outcomes are alike.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "grammar/treelet/derivations.hpp"
#include "grammar/treelet/hashed_table.hpp"
#include "grammar/treelet/syntactic_events.hpp"

namespace dragoman::treelet {

/// A sentence or phrase for the models: spines and words of each position, and its derivation.
struct AnalysedSentence {
  std::span<const Name> words;
  std::span<const Spine> inventory;
  Derivation derivation;

  Lexeme lexeme(std::size_t word) const {
    return {&inventory[derivation.spines[word]], words[word]};
  }
};

/// Calls visit(event) for every decision that makes the tree of a sentence.
template <typename Visit>
void visit_events(const AnalysedSentence& sentence, Visit&& visit) {
  const Derivation& d = sentence.derivation;
  const auto size = static_cast<std::int32_t>(d.spines.size());
  for (std::int32_t h = 0; h < size; ++h) {
    const Lexeme head = sentence.lexeme(h);
    if (d.heads[h] == kNoHead) {
      for (const Event& event : root_events(head)) visit(event);
    }
    for (const Side side : {Side::kLeft, Side::kRight}) {
      SideState state;
      std::uint8_t copy = 0;
      const auto act = [&](const SideState& at, Action action) {
        visit(action_event(head, side, at, action));
      };
      const std::int32_t step = side == Side::kLeft ? -1 : 1;
      for (std::int32_t m = h + step; m >= 0 && m < size; m += step) {
        if (d.heads[m] != h) continue;
        const Lexeme modifier = sentence.lexeme(m);
        move_to(state, d.nodes[m], d.copies[m] == copy, d.copies[m] > 0, act);
        for (const Event& event : modifier_events(head, side, state, modifier)) visit(event);
        copy = d.copies[m];
        state.fresh = true;
        state.last = modifier.spine->top();
      }
      stop(state, *head.spine, act);
    }
  }
}

/// The number of different outcomes of each decision, and one more for unseen ones.
using Outcomes = std::array<std::uint32_t, kDecisions>;

class SyntacticCounts {
 public:
  void add(const AnalysedSentence& sentence);
  Outcomes outcomes() const;
  HashedTableBuilder<Counts> table;

 private:
  HashedTableBuilder<std::uint8_t> seen_;
  Outcomes outcomes_ = {0, 0, 0, 0};
};

class SyntacticModel {
 public:
  SyntacticModel(HashedTable<Counts> table, const Outcomes& outcomes);

  /// The logarithm of a decision's probability.
  double score(const Event& event) const;
  double score(const std::array<Event, 3>& events) const {
    return score(events[0]) + score(events[1]) + score(events[2]);
  }
  /// Of all decisions that make the tree of a sentence.
  double score(const AnalysedSentence& sentence) const;

 private:
  HashedTable<Counts> table_;
  std::array<double, kDecisions> base_;
};

}  // namespace dragoman::treelet
