// Rules with gaps that were found once, when a model was made, instead of being looked up: a table
// of those that were seen often enough. Which of them sentences need is found by walking down its
// trie and the sentences together.
//
//   KeptWalk walk(table, sentences, span);
//   KeptSides sides;
//   walk.walk(word, places of the word, sides);   // source sides that start with the word
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/suffix/pattern_places.hpp"
#include "grammar/table/rule_table.hpp"

namespace dragoman::grammar {

/// Source sides of a table.
class KeptSides {
 public:
  struct Side {
    RuleTable::Node node;
    std::size_t begin, size;
  };
  void add(RuleTable::Node node, std::span<const Symbol> source) {
    sides_.push_back({node, symbols_.size(), source.size()});
    symbols_.insert(symbols_.end(), source.begin(), source.end());
  }
  std::span<const Side> sides() const { return sides_; }
  std::span<const Symbol> source(const Side& side) const {
    return std::span(symbols_).subspan(side.begin, side.size);
  }

 private:
  std::vector<Side> sides_;
  std::vector<Symbol> symbols_;
};

/// One a thread.
class KeptWalk {
 public:
  /// Source sides with gaps cover at most `span` words of the sentences.
  KeptWalk(const RuleTable& table, const WantedText& text, std::size_t span)
      : table_(table), places_(text, table.source_vocabulary().size(), span) {}

  /// All source sides that have rules and start with this word, which stands at these places.
  void walk(WordId word, std::span<const std::uint32_t> positions, KeptSides& out);

 private:
  void visit(RuleTable::Node node, bool gaps, std::span<const PatternPlaces::Place> places,
             KeptSides& out);
  /// The children that these words lead to.
  void follow(RuleTable::Node node, bool gaps, std::span<const PatternPlaces::Continuation> found,
              KeptSides& out);

  const RuleTable& table_;
  PatternPlaces places_;
  std::vector<Symbol> source_;  ///< of the node at hand
};

}  // namespace dragoman::grammar
