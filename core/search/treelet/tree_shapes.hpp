// Partial target trees during the search, as far as their future depends on them: which nodes can
// still take modifiers, and what the syntactic language model remembers.
//
// A tree grows at the edges of its root's treelet. On each side the open sites are copies of nodes
// from a frontier upward: first those of the outermost word, then those of its head above the place
// where it hangs, and so on. A modifier freezes all that lies below it on its side. A site takes a
// modifier itself (sister adjunction), or gets a new copy above it that takes the modifier (regular
// adjunction). All modifiers on the right come before those on the left, so that every tree is made
// once.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "grammar/treelet/dependency_model.hpp"
#include "search/treelet/event_scores.hpp"

namespace dragoman::search::treelet {

using dragoman::treelet::Side;

/// A word of a treelet in a sentence.
struct TreeletWord {
  std::uint32_t spine;  ///< number in the inventory
  dragoman::treelet::Lexeme lexeme;
  std::int32_t head;  ///< position in the treelet; -1: the root
  std::uint8_t node, copy;
  dragoman::treelet::SourceRange source;
  std::uint32_t number = 0;  ///< equal words with equal sources have the same one
};

struct Treelet {
  std::vector<TreeletWord> words;
  std::uint32_t root = 0;
  std::uint64_t coverage = 0;  ///< source words that it claims
};

/// A word of a sentence's treelets with its source: all that a head sees of the root of a closed
/// tree, and all that the dependency model sees of a head.
struct NumberedWord {
  dragoman::treelet::Lexeme lexeme;
  dragoman::treelet::SourceRange source;
  std::uint32_t lexeme_number;  ///< equal lexemes have the same one
  std::uint32_t label;          ///< equal labels at the top have the same one
  double usual;  ///< what the syntactic model usually asks for such a modifier; of roots alone
};

struct Site {
  std::uint8_t word, node, copy;
  bool lowest;  ///< of the sites of its word that are open on this side
};

class TreeShapes {
 public:
  explicit TreeShapes(const dragoman::treelet::SyntacticModel& syntax) : syntax_(syntax) {}
  void clear();

  const std::vector<Treelet>& treelets() const { return treelets_; }
  const Treelet& treelet(std::uint32_t shape) const { return treelets_[shapes_[shape].treelet]; }

  /// The number of the root of a shape: equal roots have the same one.
  std::uint32_t root_number(std::uint32_t shape) const {
    return treelet_roots_[shapes_[shape].treelet];
  }
  const NumberedWord& word(std::uint32_t number) const { return words_[number]; }

  struct Introduced {
    std::uint32_t shape;
    double syntax;  ///< of all that is decided in the treelet, as if no modifier came
  };
  Introduced introduce(Treelet treelet);

  /// The open sites of a shape, from the lowest; none on the right after a modifier on the left.
  const std::vector<Site>& sites(std::uint32_t shape, Side side);

  /// Attaching a tree at a site, or at a new copy above it, as far as it depends on the label at
  /// the top of that tree alone.
  struct Approach {
    double syntax;  ///< what it adds to the syntactic score, without making the modifier
    dragoman::treelet::SideState state;  ///< of the head when the modifier is made
  };
  Approach approach(std::uint32_t shape, Side side, std::uint32_t site, bool regular,
                    dragoman::treelet::Name label);
  /// Equal for ways to come to a site that have the same approach, whatever the label.
  std::uint64_t approach_key(std::uint32_t shape, Side side, std::uint32_t site,
                             bool regular) const;
  /// The syntactic score of making the modifier.
  double modifier(const dragoman::treelet::Lexeme& head, Side side,
                  const dragoman::treelet::SideState& state,
                  const dragoman::treelet::Lexeme& modifier) {
    return syntax_.score(modifier_events(head, side, state, modifier));
  }
  /// The shape afterwards.
  std::uint32_t attach(std::uint32_t shape, Side side, std::uint32_t site, bool regular,
                       dragoman::treelet::Name label);

 private:
  struct Frontier {
    std::uint8_t word, node, copy;
  };
  struct Shape {
    std::uint32_t treelet;
    bool left_begun = false;
    Frontier frontier[2];
    std::vector<std::uint8_t> copies;                  ///< of each node of each word
    std::vector<std::uint8_t> at;                      ///< copy that each word hangs on
    std::vector<dragoman::treelet::SideState> states;  ///< left and right of each word
    std::vector<double> stops;                         ///< to stop in each state
    std::vector<Site> sites[2];
  };
  std::uint32_t intern(Shape shape);
  std::uint32_t number(const dragoman::treelet::Lexeme& lexeme,
                       const dragoman::treelet::SourceRange& source);
  std::string key(const Shape& shape) const;
  /// Removes what nothing depends on any more, so that more shapes are equal: words and nodes below
  /// the frontiers, and the right side once a modifier came on the left.
  void forget(Shape& shape) const;
  void find_sites(Shape& shape) const;
  static std::size_t place(const Treelet& treelet, std::size_t word, std::size_t node);
  double act(const dragoman::treelet::Lexeme& head, Side side,
             const dragoman::treelet::SideState& state, dragoman::treelet::Action action) {
    return syntax_.score(action_event(head, side, state, action));
  }
  double stop_score(const dragoman::treelet::Lexeme& head, Side side,
                    const dragoman::treelet::SideState& state);

  EventScores syntax_;
  std::vector<Treelet> treelets_;
  std::vector<Shape> shapes_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<NumberedWord> words_;
  std::vector<std::uint32_t> treelet_roots_;  ///< of each treelet the number of its root
  ProbingTable<std::uint32_t> word_numbers_;
  std::unordered_map<std::uint64_t, std::uint32_t> lexemes_, labels_;  ///< their numbers
};

}  // namespace dragoman::search::treelet
