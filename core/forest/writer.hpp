// Writes a forest (forest.hpp) edge by edge. Every decoder uses this class to turn its search graph
// into a forest.
//
//   ForestWriter writer(weights);
//   for every node, tails before heads:
//     for every edge into it:
//       writer.add_tail(tail); writer.add_span(2, 4);
//       writer.add_tail_place(0); writer.add_word("house"); writer.add_link(3, 1);
//       writer.end_edge(rule, features);
//     writer.end_node();
//   Forest forest = std::move(writer).finish();
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "forest/forest.hpp"

namespace dragoman::forest {

class ForestWriter {
 public:
  /// `weights`: the weights of the edges' features; they must outlive the writer.
  explicit ForestWriter(std::span<const double> weights = {});

  /// The number of the node whose edges are being written.
  NodeId node() const { return static_cast<NodeId>(forest_.node_edges.size() - 1); }
  bool empty() const { return node() == 0; }
  /// Edges written so far.
  std::size_t edges() const { return forest_.edges(); }

  /// Adds parts of the current edge, each in its order.
  void add_tail(NodeId tail) { forest_.tails.push_back(tail); }
  void add_span(std::uint32_t begin, std::uint32_t end) { forest_.spans.push_back({begin, end}); }
  /// On the target side: the text of the k-th tail, or a word.
  void add_tail_place(std::size_t k) {
    forest_.symbols.push_back(kFirstNonTerminal - static_cast<Symbol>(k));
  }
  void add_word(std::string_view word);
  /// A word of some other list, for edges without features.
  void add_number(Symbol word) { forest_.symbols.push_back(word); }
  void add_link(std::uint32_t source, std::uint32_t target) {
    forest_.links.push_back({source, target});
  }

  /// What the edge does to target trees: for every edge, or for none.
  void add_tree_step(const TreeStep& step) { forest_.tree_steps.push_back(step); }
  void set_target_treelets(std::vector<TargetTreelets> phrases) {
    forest_.target_treelets =
        std::make_shared<const std::vector<TargetTreelets>>(std::move(phrases));
  }

  /// Ends the edge; `later` is as in Forest.
  void end_edge(std::int64_t rule, std::span<const float> features, std::int32_t later = 0);
  /// Ends an edge that has no features: its score is given.
  void end_edge(double score) {
    end_edge(0, {});
    forest_.score.back() = score;
  }
  void end_node() { forest_.node_edges.push_back(static_cast<std::uint32_t>(forest_.edges())); }

  /// The last node is the goal; without nodes the forest is empty.
  Forest finish() &&;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const {
      return std::hash<std::string_view>()(word);
    }
  };

  std::span<const double> weights_;
  Forest forest_;
  std::unordered_map<std::string, Symbol, Hash, std::equal_to<>> words_;
};

}  // namespace dragoman::forest
