// Operation sequences (Durrani, Schmid & Fraser 2011; Durrani et al. 2013): a sentence pair and its
// word alignment as a sequence of operations that generate both sides, the target from left to
// right. Words that links connect are generated together, as a unit.
//
// What is generated is the same wherever a phrase pair is applied: its plan. The operations that go
// from one source word to the next, over gaps that are opened and filled, depend on the words
// generated before: walk.hpp.
//
//   Plan plan = make_plan(pieces, target_words, links);
//
// The algorithm is that of the corpus conversion of Durrani et al. (2011), with two additions. A
// unit whose target words are apart is generated at the first of them. Source words without links
// are generated after the linked word on their left, or, at the begin of a phrase, before the
// linked word on their right: so the sequence of a sentence does not depend much on how it is cut
// into phrases.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman::osm {

/// A link between a source and a target word.
struct Link {
  std::uint32_t source, target;
};

/// Words that are generated together, in order; one side may be empty.
struct Unit {
  std::vector<std::uint32_t> source, target;
};

/// Generates a unit or, if not `first`, more source words of one that lie apart. The source words
/// are [begin, end) of a contiguous piece of the phrase; a unit may have none.
struct PlanStep {
  std::uint32_t unit;
  bool first;
  std::uint32_t piece, begin, end;
};

/// What a phrase pair generates, in order.
struct Plan {
  std::vector<Unit> units;
  std::vector<PlanStep> steps;
};

/// `pieces`: the lengths of the source side's contiguous pieces, which are numbered on. A phrase
/// pair with words on both sides and without links is one unit.
Plan make_plan(std::span<const std::uint32_t> pieces, std::uint32_t target_words,
               std::span<const Link> links);

}  // namespace dragoman::osm
