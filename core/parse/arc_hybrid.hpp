// The arc-hybrid transition system (Kuhlmann, Gomez-Rodriguez & Satta 2011) with labels.
//
// A state is a stack of words and the front of the words still to come; behind the last word stands
// the root (the "root at the end" of Ballesteros & Nivre 2013). A sentence of n words takes 2n
// actions:
//   shift     the front word goes onto the stack
//   left(l)   the top of the stack becomes a child of the front, with label l, and leaves the stack
//   right(l)  the top of the stack becomes a child of the word below it, and leaves the stack
// Every projective tree can be made, and only trees are made: no action can lead into a dead end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/beam.hpp"
#include "parse/words.hpp"

namespace dragoman::parse {

/// Actions: 0 shifts, 1 + 2l is left(l), 2 + 2l is right(l).
inline constexpr Class kShift = 0;
inline Class left_arc(std::size_t label) { return static_cast<Class>(1 + 2 * label); }
inline Class right_arc(std::size_t label) { return static_cast<Class>(2 + 2 * label); }
inline bool is_left(Class action) { return action % 2 == 1; }
inline std::uint16_t label_of(Class action) { return static_cast<std::uint16_t>((action - 1) / 2); }

/// Which labels may be used where, learnt from the treebank.
struct ArcLabels {
  static constexpr std::uint8_t kUnderRoot = 1, kUnderWord = 2;
  std::span<const std::uint8_t> uses;  // of each label, a sum of the two
  bool one_root = true;                // whether a sentence has exactly one root

  std::size_t actions() const { return 1 + 2 * uses.size(); }
  /// Throws ModelError unless there is a label for roots, and one for other words if only one word
  /// of a sentence may be a root.
  void check() const;
};

/// A child on one side of a word.
struct Child {
  std::int32_t word = -1;  // -1: there is none
  std::uint16_t label = 0xffff;
};

/// A word with what hangs on it so far.
struct Node {
  std::int32_t word = -1;
  Child left[2], right[2];  // the outermost first, then the one attached before it
  std::uint8_t lefts = 0, rights = 0;
  std::uint64_t left_labels = 0, right_labels = 0;  // a bit for each label, modulo 64
};

/// A tagged sentence. Tags are whatever numbers the tagger has; `coarse` maps them to coarser ones.
struct TaggedWords {
  Words words;
  std::span<const Class> tags;
  std::span<const Class> coarse;
};

class ArcHybrid {
 public:
  struct Cell {
    Node node;
    const Cell* below;
  };
  struct State : Step<State> {
    const Cell* stack = nullptr;
    Node front;
  };
  static constexpr bool kScoresForcedActions = true;

  ArcHybrid(const TaggedWords& sentence, const ArcLabels& labels)
      : sentence_(sentence), labels_(labels) {}

  std::size_t steps() const { return 2 * static_cast<std::size_t>(sentence_.words.size()); }
  State* start(Arena& arena) const;
  void list_features(const State& state, FeatureList& features) const;
  void list_actions(const State& state, std::vector<Class>& actions) const;
  State* apply(const State& state, Class action, Arena& arena) const;

 private:
  const TaggedWords& sentence_;
  const ArcLabels& labels_;
};

/// A tree: the head (the number of words stands for the root) and the label of each word.
struct Arcs {
  std::vector<std::int32_t> heads;
  std::vector<std::uint16_t> labels;
};

/// The actions that make a projective tree: arcs are made as early as possible.
std::vector<Class> oracle_actions(std::span<const std::int32_t> heads,
                                  std::span<const std::uint16_t> labels);

/// The tree that a complete sequence of actions makes.
Arcs arcs_of(std::span<const Class> actions);

}  // namespace dragoman::parse
