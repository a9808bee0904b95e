// Search by groups of items with the same boundary words (Heafield, Koehn and Lavie 2013).
//
// A partial edge is a rule with a node of a boundary tree for each non-terminal. It stands for many
// edges, and its score counts the words that all of them share. The best partial edge is divided
// in two: one part takes the best child of one of its nodes, and so knows one word more; the other
// part keeps the node without that child. When every node holds one item, the edge is complete.
// Cube pruning scores every single edge with all its words. Here edges that differ only in words
// far from the ends are scored together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/chart/boundary_trees.hpp"
#include "search/chart/joint_scores.hpp"
#include "search/chart/recombination.hpp"
#include "search/chart/span_search.hpp"

namespace dragoman::search {

class GroupedSearch final : public SpanSearch {
 public:
  GroupedSearch(const ModelParts& model, const ChartRules& rules, const EdgeScores& scores,
                ChartItems& items)
      : models_(model.language_models.size()),
        rules_(rules),
        scores_(scores),
        items_(items),
        joints_(model, rules, items),
        trees_(items, model.language_models.size()),
        recombination_(items) {}

  void begin_sentence() override { trees_.clear(); }
  Work run(std::span<const Cube> cubes, const EdgePlace& place, const Limit& limit, bool keep_all,
           std::vector<ItemId>& found) override;
  void finish(Cell& cell) override;

 private:
  /// A node without its first `gone` children.
  struct Group {
    BoundaryTrees::NodeId node = 0;
    std::uint32_t gone = 0;
  };
  struct Partial {
    float score;
    const Cube* cube;
    std::uint32_t rule;
    std::uint8_t arity;
    bool fresh;     ///< only its rule's estimate is known yet
    bool complete;  ///< it is an edge, and its score is exact
    std::array<Group, kMaxTails> groups;
    Joints joints;
    std::uint32_t made;    ///< complete: its place among states
    std::uint32_t custom;  ///< complete: the state of custom features
  };

  struct HeapEntry {
    float score;
    std::uint32_t number;  ///< of the partial edge
  };
  struct Worse {
    bool operator()(const HeapEntry& a, const HeapEntry& b) const {
      return a.score != b.score ? a.score < b.score : a.number > b.number;
    }
  };
  void push(const Partial& partial);
  Partial pop();
  /// Pushes a rule with whole trees by its estimate.
  void push_fresh(Partial partial);
  PartialTails known(const Partial& partial) const;
  /// Scores a partial edge again after more words of a tail became known (kMaxTails: of all
  /// tails). If each node has one item, scores the whole edge.
  void score(Partial& partial, std::size_t tail);
  /// Divides a partial edge at the node with the fewest known words; returns the part with the best
  /// child.
  Partial divide(const Partial& partial);
  /// Divides a partial edge until it is complete or another is better. True if it is complete.
  bool pursue(Partial& partial);
  Tails tails(const Partial& partial) const;

  std::size_t models_;
  const ChartRules& rules_;
  const EdgeScores& scores_;
  ChartItems& items_;
  JointScores joints_;
  BoundaryTrees trees_;
  Recombination recombination_;

  EdgePlace place_{};
  std::vector<Partial> partials_;
  std::vector<HeapEntry> heap_;         ///< the best on top
  std::vector<lm::ChartState> states_;  ///< complete edges x models
  std::size_t scored_ = 0;
};

}  // namespace dragoman::search
