// A word lattice as the phrase decoder sees it: the words that leave a node, and how far apart two
// nodes are (Dyer, Muresan & Resnik 2008, section 3.2).
//
// Nodes stand for the places between the words of a sentence: a phrase covers the nodes from the
// one that its path leaves to the one that it leads to. So phrases cover a lattice without overlap
// and without a rest just where their paths make up one path through the lattice. A distance counts
// the words of the shortest path. If there is one path, all is as in a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/api/sentence.hpp"

namespace dragoman::search {

class WordLattice {
 public:
  /// Nodes beyond the first, at most: the widest coverage and the table of distances hold no more.
  static constexpr std::size_t kMaxLength = 1024;
  /// The distance of nodes that are on no common path.
  static constexpr int kApart = std::numeric_limits<std::uint16_t>::max();

  /// Replaces everything. Words that are on no path from the first node to the last are left out.
  /// No words: it is a sentence.
  void assign(std::span<const LatticeArc> arcs);

  bool used() const { return length_ > 0; }
  /// The last node.
  std::size_t length() const { return length_; }
  /// The numbers of the words that leave a node.
  std::span<const std::uint32_t> leaving(std::size_t node) const {
    return std::span(words_).subspan(first_[node], first_[node + 1] - first_[node]);
  }
  std::size_t end(std::uint32_t word) const { return arcs_[word].end; }

  /// The words of the shortest path between two nodes, whichever comes first; kApart: there is
  /// none.
  int distance(std::size_t one, std::size_t other) const {
    return one <= other ? distances_[one * (length_ + 1) + other]
                        : distances_[other * (length_ + 1) + one];
  }
  /// The last node within this distance after a node; a negative distance has no limit.
  std::size_t reach(std::size_t node, int limit) const;
  /// Whether every path leads through a node.
  bool on_all_paths(std::size_t node) const { return !passed_[node]; }

 private:
  void choose_words();
  void measure();

  std::size_t length_ = 0;
  std::vector<LatticeArc> arcs_;
  std::vector<std::uint32_t> words_, first_;  ///< numbers of words, by the nodes that they leave
  std::vector<std::uint16_t> distances_;      ///< from one node to a later one
  std::vector<bool> passed_;                  ///< nodes that a word leads over
};

/// For every node, the least wall greater than it (shared/pieces.hpp). Punctuation marks have walls
/// on both sides, where all paths lead through the node, and only such marks on that side of it.
std::vector<std::uint32_t> next_walls(const Sentence& sentence, const WordLattice& lattice,
                                      bool punctuation);

}  // namespace dragoman::search
