// The phrases of a partial translation in target order, as far as cohesion still depends on them.
//
// Decoders that join spans make a sequence of phrases without knowing what is translated before it.
// The features of cohesion look at every phrase of it as a step (definition.py): which words are
// covered before, which are uncovered after it. For most subtrees the sequence alone says so. What
// stays open is kept with each step until the rest is known:
//   - subtrees that the sequence *crosses*: they have words in it and words outside of it;
//   - subtrees that have no word in it: if they hang on a node above the step's phrase, the phrase
//     lacks them, and interrupts them if they are begun and unfinished.
// Steps of which nothing is open are forgotten, and steps are kept in no order: so sequences are
// equal if no later step can tell them apart.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "search/shared/cohesion_settings.hpp"
#include "search/shared/source_tree.hpp"

namespace dragoman::search {

/// A subtree that a sequence crosses and that lacks words of a step's phrase, though the node above
/// it has them all (Cherry 2008, algorithm 1: a highest node that lacks the phrase).
struct CrossedSubtree {
  SourceTree::Node node;
  bool begun = false;           ///< some of its words are translated before the step
  bool left = false;            ///< the phrase before ends in it
  CohesionCounts waiting = {};  ///< its words in the sequence that come after the step
  friend auto operator<=>(const CrossedSubtree&, const CrossedSubtree&) = default;
};

struct PendingStep {
  bool other = true;  ///< not the first phrase of the sequence
  /// The lowest node that has the phrase's words and words outside of the sequence; kNoNode if
  /// subtrees outside of the sequence do not count.
  SourceTree::Node over = SourceTree::kNoNode;
  bool counted = false;      ///< it is known to interrupt a subtree in which the phrase before ends
  bool any_counted = false;  ///< it is known to interrupt any subtree
  std::vector<CrossedSubtree> crossed = {};
  friend auto operator<=>(const PendingStep&, const PendingStep&) = default;
};

struct PhraseSequence {
  using Node = SourceTree::Node;

  explicit PhraseSequence(std::size_t blocks) : words(blocks) {}

  WordSet words;
  std::vector<PendingStep> steps;
  /// The lowest nodes with words outside of the sequence above the ends of the last phrase.
  std::vector<Node> ends;
  /// The hard constraint: crossed subtrees whose words in the sequence are all in its first (last)
  /// phrase, if two of them have no word in common.
  std::vector<Node> in_first, in_last;

  bool operator==(const PhraseSequence& other) const;
  std::uint64_t hash() const;
};

}  // namespace dragoman::search
