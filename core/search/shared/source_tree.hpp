// The dependency tree of a source sentence, prepared so that cohesion costs a few word operations
// for each step.
//
// Nodes are the words 0..n-1 and a virtual root n, which heads all roots. Subtrees are sets of
// positions, so that non-projective trees need no special treatment. The following is tabulated
// once per sentence:
//   - subtree(node): its words as bits,
//   - lowest_over(begin, end): the lowest node whose subtree has all of a span's words,
//   - climb(a, m): the highest ancestor-or-self of a whose subtree lacks the node m (Cherry 2008,
//     algorithm 1, step i); kNoNode if a's own subtree has it. For a span, m is lowest_over().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/shared/word_set.hpp"

namespace dragoman::search {

class SourceTree {
 public:
  using Node = std::uint16_t;
  static constexpr Node kNoNode = 0xFFFF;

  /// The part of a sentence's tree that lies in the words [begin, end): a word gets as head its
  /// nearest ancestor there, or becomes a root. `heads` are positions in the sentence, -1 for
  /// roots. `kinds` may be empty; its bits say whether a word is a verb or a noun (kVerb, kNoun).
  void reset(std::span<const std::int32_t> heads, std::span<const std::uint8_t> kinds,
             std::size_t begin, std::size_t end);
  static constexpr std::uint8_t kVerb = 1, kNoun = 2;

  std::size_t size() const { return size_; }
  std::size_t blocks() const { return blocks_; }
  Node root() const { return static_cast<Node>(size_); }
  Node head(Node node) const { return heads_[node]; }
  bool is_projective() const { return projective_; }

  const std::uint64_t* subtree(Node node) const { return subtrees_.data() + node * blocks_; }
  const std::uint64_t* verbs() const { return verbs_.data(); }
  const std::uint64_t* nouns() const { return nouns_.data(); }
  std::span<const Node> children(Node node) const {
    return {children_.data() + first_child_[node], children_.data() + first_child_[node + 1]};
  }
  /// Whether a node's subtree has all words: the virtual root, and the root if it is the only one.
  bool is_whole(Node node) const {
    return node == root() || (heads_[node] == root() && children(root()).size() == 1);
  }
  /// Whether `below` is `node` or a descendant of it.
  bool dominates(Node node, Node below) const { return climb(node, below) == kNoNode; }
  Node climb(Node from, Node lacking) const { return climbs(lacking)[from]; }
  /// climb(a, lacking) for every a.
  const Node* climbs(Node lacking) const { return climbs_.data() + lacking * (size_ + 1); }
  Node lowest_over(std::size_t begin, std::size_t end) const {
    return over_[begin * size_ + end - 1];
  }

  bool touches(Node node, const WordSet& words) const {
    const std::uint64_t* bits = subtree(node);
    for (std::size_t i = 0; i < blocks_; ++i) {
      if ((bits[i] & words[i]) != 0) return true;
    }
    return false;
  }
  bool finished(Node node, const WordSet& covered) const {
    const std::uint64_t* bits = subtree(node);
    for (std::size_t i = 0; i < blocks_; ++i) {
      if ((bits[i] & ~covered[i]) != 0) return false;
    }
    return true;
  }
  /// The lowest ancestor-or-self of a node that has uncovered words; root() if no other node has.
  Node lowest_unfinished(Node node, const WordSet& covered) const {
    while (node != root() && finished(node, covered)) node = heads_[node];
    return node;
  }

 private:
  std::size_t size_ = 0, blocks_ = 0;
  bool projective_ = true;
  std::vector<Node> heads_, climbs_, over_, children_;
  std::vector<std::uint32_t> first_child_;
  std::vector<std::uint64_t> subtrees_, verbs_, nouns_;
};

}  // namespace dragoman::search
