// Clauses of a source sentence, from its dependency tree: what the dependency model asks when it
// wants to know whether two source words are in the same clause (Carreras & Collins 2009, future
// work).
//
// A clause is headed by a root, by a word whose relation to its head makes it a clause (such as
// "ccomp" or "acl:relcl"), and by a conjunct of a head of a clause. The relations are those of
// Universal Dependencies and of the Stanford and CLEAR labels before them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "grammar/treelet/spine.hpp"

namespace dragoman::treelet {

/// The clause of a word of a sentence without labels.
inline constexpr std::int32_t kNoClause = -1;

/// What a relation says of clauses.
enum class RelationKind : std::uint8_t { kOther, kClause, kConjunct };

/// A word's relation to its head; without a name if it is not known.
struct Relation {
  Name name = kNoName;
  RelationKind kind = RelationKind::kOther;
};
Relation relation_of(std::string_view label);

/// Labels and clauses of the words of a text, sentence by sentence.
struct LabelledWords {
  std::vector<Name> labels;
  std::vector<std::int32_t> clauses;  ///< the place in the sentence of the head of a word's clause

  /// Adds a sentence, whose heads must form a forest.
  void add(std::span<const Relation> relations, std::span<const std::int32_t> heads);
};

}  // namespace dragoman::treelet
