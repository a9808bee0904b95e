// The k best derivations of a forest, lazily (Huang and Chiang 2005, algorithm 3).
//
//   KBest best(forest, {.distinct = true});
//   for (std::size_t i = 0; best.has(i); ++i) best.derivation(i) ...
//
// Exact for any arity. With `distinct`, derivations whose text was seen before are left out. This
// is done at every node, and no text is lost by it: a derivation that contains the worse of two
// ways to make the same text at the same node is itself the worse of two ways.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "forest/forest.hpp"

namespace dragoman::forest {

struct KBestOptions {
  bool distinct = false;
};

class KBest {
 public:
  /// The forest must outlive this object, and its scores must not change.
  KBest(const Forest& forest, const KBestOptions& options);

  /// Whether there is an i-th best derivation (from 0); finds it.
  bool has(std::size_t i);

  /// The score of the i-th best, which must have been found by has(i).
  double score(std::size_t i) const { return lists_.back().found[i].score; }

  /// The edges of the i-th best derivation, every edge after those of its tails (first tail
  /// first).
  std::vector<EdgeId> derivation(std::size_t i) const;

  /// The target text of the i-th best, as numbers of the forest's words.
  std::vector<Symbol> text(std::size_t i) const;

 private:
  /// The length of a text and its polynomial hash modulo 2^61 - 1; texts can be concatenated.
  struct Text {
    std::uint64_t hash = 0, power = 1;
  };
  /// A derivation in the queue.
  struct Queued {
    double score;
    EdgeId edge;
    std::vector<std::uint32_t> ranks;  ///< of each tail's derivation
  };
  struct Found {
    double score;
    EdgeId edge;
    std::vector<std::uint32_t> ranks;
    Text text;
  };
  struct List {
    bool started = false;
    std::vector<Queued> queue;  ///< a heap
    std::vector<Found> found;
    std::unordered_set<std::uint64_t> texts;
  };

  static bool worse(const Queued& a, const Queued& b);
  bool has(NodeId node, std::size_t i);
  void start(NodeId node);
  void enqueue(NodeId node, EdgeId edge, std::vector<std::uint32_t> ranks);
  void enqueue_neighbours(NodeId node, EdgeId edge, const std::vector<std::uint32_t>& ranks);
  Text text_of(EdgeId edge, const std::vector<std::uint32_t>& ranks) const;
  static Text join(const Text& left, const Text& right);

  const Forest& forest_;
  KBestOptions options_;
  std::vector<List> lists_;
  std::vector<double> best_;  ///< of each node
  bool deep_ = false;
};

/// For every node, the score of its best derivation.
std::vector<double> best_scores(const Forest& forest);
/// For every node, the score of the rest of the best derivation that contains it; `inside` are the
/// best scores. The forest must not be empty.
std::vector<double> best_outside(const Forest& forest, std::span<const double> inside);

}  // namespace dragoman::forest
