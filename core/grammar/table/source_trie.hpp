// The trie of source sides, numbered breadth-first, from source sides in the order of their rules:
// by length, then symbol by symbol.
//
//   SourceTrie trie;
//   trie.add(source, rules);       // for every source side
//   SourceTrieArrays arrays = trie.finish();
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/table/rule_table.hpp"

namespace dragoman::grammar {

/// See RuleTableView.
struct SourceTrieArrays {
  std::vector<std::uint32_t> first;
  std::vector<Symbol> symbol;
  std::vector<std::uint32_t> rules;
};

/// Shorter sides first. This is the order of rules in a table.
bool comes_before(std::span<const Symbol> a, std::span<const Symbol> b);

class SourceTrie {
 public:
  /// A side and the number of its rules; not before the last side, to which it may be equal.
  void add(std::span<const Symbol> source, std::size_t rules);

  /// The trie is empty afterwards. Throws Error if there are too many nodes.
  SourceTrieArrays finish();

 private:
  /// All sides of one length: their symbols one after the other, and their rules.
  struct Sides {
    std::vector<Symbol> symbols;
    std::vector<std::uint32_t> rules;
  };
  /// The nodes of one depth, in order.
  struct Level {
    std::vector<Symbol> symbol;
    std::vector<std::uint32_t> children, rules;
  };
  /// The nodes at `depth`: sides of that length and beginnings of the nodes below. `paths` has a
  /// path for every node below, and then for every node of this level.
  Level level(std::size_t depth, std::vector<const Symbol*>& paths) const;

  std::vector<Sides> sides_;  ///< by length
};

}  // namespace dragoman::grammar
