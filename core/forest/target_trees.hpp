// How the derivations of a forest make target trees (Carreras & Collins 2009), and the tree of one.
//
// The text of a node is a row of trees. An edge may bring a phrase with its treelets, and it may
// join two trees of the row that stand side by side.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dragoman::forest {

struct Forest;

/// A word in a target tree (grammar/treelet/derivations.hpp).
struct TargetWord {
  std::string word, spine;    ///< the spine: "TAG LOWEST ... HIGHEST"
  std::int32_t head;          ///< position, or -1
  std::uint8_t node, copy;    ///< of the head's spine
  std::uint32_t first, last;  ///< the source words that it is aligned to
};

/// The words of a phrase; those of a treelet stand together, and its root has the head -1.
using TargetTreelets = std::vector<TargetWord>;

/// What an edge does to the trees of its tails, in the order of the target side.
struct TreeStep {
  enum class Kind : std::uint8_t { kNothing, kPhrase, kJoin };
  Kind kind = Kind::kNothing;
  /// kJoin: the left one of the two trees that are joined, counted from the left; whether it takes
  /// the other one; where: at a word of the head's treelet, counted from its first one, at a node
  /// and a copy of it; `regular`: a new copy above that one.
  std::uint8_t tree = 0;
  bool head_left = false, regular = false;
  std::uint8_t word = 0, node = 0, copy = 0;
  std::uint32_t phrase = 0;  ///< kPhrase: its number among those of the forest
};

/// The words of a forest that is one derivation, with their places in the tree; none if its decoder
/// makes no trees.
std::vector<TargetWord> target_words(const Forest& derivation);

}  // namespace dragoman::forest
