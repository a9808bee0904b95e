// Constituency parsing by shifting, combining and labelling spans (Cross & Huang 2016).
//
// A state is a stack of adjacent spans. Structural actions and labels take turns: a word is shifted
// or the two spans on top become one, and then the span on top gets a label or none. A span without
// a label is part of a constituent with more than two children. A chain of constituents over the
// same words is one label ("S+VP"). A sentence of n words takes 4n - 2 actions, and no action can
// lead into a dead end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/arc_hybrid.hpp"
#include "parse/beam.hpp"

namespace dragoman::parse {

/// Actions: shift, combine, no label, and 3 + l is label l.
inline constexpr Class kShiftWord = 0, kCombine = 1, kNoLabel = 2, kFirstLabel = 3;

/// How many actions a sentence of so many words takes.
inline std::size_t span_actions(std::size_t words) { return words == 0 ? 0 : 4 * words - 2; }

/// Labels above each other in a tree; more are not given, so that no sentence makes a tree that is
/// too deep for those who read it.
inline constexpr std::uint16_t kMostLevels = 60;

/// Which labels may be used where, learnt from the treebank.
struct SpanLabels {
  static constexpr std::uint8_t kWhole = 1, kInside = 2, kHeadLast = 4;
  std::span<const std::uint8_t> uses;         // of each label, a sum of these
  std::span<const std::uint8_t> punctuation;  // of each tag, whether it is one of punctuation

  std::size_t actions() const { return kFirstLabel + uses.size(); }
  /// Throws ModelError unless there is a label for whole sentences.
  void check() const;
};

/// What a span is: a word with this tag, a constituent with this label, or part of a constituent.
/// The values lie above the sentinels of words.
inline constexpr std::uint32_t kPartial = 3;
inline std::uint32_t tag_symbol(Class tag) { return 4u + tag; }
inline std::uint32_t label_symbol(Class action) { return (1u << 16) + action; }

/// A span with what is known of its constituent.
struct SpanItem {
  const SpanItem* below;
  std::int32_t begin, end;
  std::uint32_t symbol;
  std::uint32_t first, last;  // symbols of the outermost children; a word is its own child
  std::uint32_t children;     // how many
  std::uint64_t sequence;     // hash of the children's symbols
  std::int32_t split;         // where the span that was combined last begins
  std::uint16_t levels;       // labels above each other, this span's too
  std::int32_t head,
      last_head;  // head words of the outermost children; the same once it is labelled
};

class SpanSystem {
 public:
  struct State : Step<State> {
    const SpanItem* top = nullptr;
    std::int32_t next = 0;  // the first word that is not shifted
    bool awaits_label = false;
  };
  static constexpr bool kScoresForcedActions = false;

  SpanSystem(const TaggedWords& sentence, const SpanLabels& labels)
      : sentence_(sentence), labels_(labels) {}

  std::size_t steps() const {
    return span_actions(static_cast<std::size_t>(sentence_.words.size()));
  }
  State* start(Arena& arena) const { return arena.make<State>(); }
  void list_features(const State& state, FeatureList& features) const;
  void list_actions(const State& state, std::vector<Class>& actions) const;
  State* apply(const State& state, Class action, Arena& arena) const;

 private:
  bool is_punctuation(const SpanItem& item) const;
  SpanItem word_item(std::int32_t word, const SpanItem* below) const;
  SpanItem combined(const SpanItem& left, const SpanItem& right) const;
  SpanItem labelled(const SpanItem& item, Class action) const;
  void list_structure_features(const State& state, FeatureList& features) const;
  void list_label_features(const State& state, FeatureList& features) const;

  const TaggedWords& sentence_;
  const SpanLabels& labels_;
};

}  // namespace dragoman::parse
