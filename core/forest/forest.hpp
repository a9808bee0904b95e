// The packed forest that every decoder returns: a hypergraph of rule applications.
//
// Nodes are numbered so that tails come before heads; the last node is the goal. The edges into a
// node are stored together. An edge applies a rule. Its target side is a row of symbols: words of
// the forest's own list (>= 0) and places of its tails (-2 the first, -3 the second, ...). So the
// text of a derivation is found by substitution, for every decoder. A phrase step has one tail (the
// first step has no tail), and its target side is that tail followed by the phrase.
//
// A phrase with target gaps is several edges: the edge that applies the rule has the first piece,
// and later edges, with the rule kLaterPiece, place the next pieces. Different phrases may share
// such a later edge; the derivation determines to which phrase it belongs (`later`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/types.hpp"
#include "forest/edge_kinds.hpp"
#include "forest/target_trees.hpp"

namespace dragoman::forest {

using NodeId = std::uint32_t;
using EdgeId = std::uint32_t;

/// Source words [begin, end).
struct Span {
  std::uint32_t begin, end;
};
/// A link between a source position in the sentence and a place in the edge's target side; the
/// words of later pieces follow those of the edge itself.
struct Link {
  std::uint32_t source, target;
};

struct Forest {
  std::size_t feature_count = 0;
  std::vector<std::string> words;         ///< target words
  std::vector<std::uint32_t> node_edges;  ///< nodes + 1: edges into k are node_edges[k, k+1)

  std::vector<NodeId> head;        ///< of each edge
  std::vector<std::int64_t> rule;  ///< of each edge: number in the rule table, or edge_kinds.hpp
  std::vector<double> score;       ///< of each edge: weights times features
  /// For each edge: how many pieces follow; or -1 - k if it places a piece of a phrase that began
  /// before. k is the number (from 0) of this phrase among the phrases with pending pieces, in the
  /// order of their beginnings.
  std::vector<std::int32_t> later;
  std::vector<std::uint32_t> tail_first, span_first, symbol_first, link_first;  ///< edges + 1
  std::vector<NodeId> tails;
  std::vector<Span> spans;
  std::vector<Symbol> symbols;
  std::vector<Link> links;
  std::vector<float> features;       ///< edges x feature_count
  std::vector<TreeStep> tree_steps;  ///< of each edge; none if the decoder makes no target trees
  std::shared_ptr<const std::vector<TargetTreelets>> target_treelets;  ///< by the steps' phrases

  std::size_t nodes() const { return node_edges.empty() ? 0 : node_edges.size() - 1; }
  std::size_t edges() const { return head.size(); }
  /// The goal; an empty forest has no goal.
  NodeId goal() const { return static_cast<NodeId>(nodes() - 1); }

  std::span<const NodeId> tails_of(EdgeId e) const { return slice(tails, tail_first, e); }
  std::span<const Span> spans_of(EdgeId e) const { return slice(spans, span_first, e); }
  std::span<const Symbol> symbols_of(EdgeId e) const { return slice(symbols, symbol_first, e); }
  std::span<const Link> links_of(EdgeId e) const { return slice(links, link_first, e); }
  std::span<const float> features_of(EdgeId e) const {
    return {features.data() + e * feature_count, feature_count};
  }

  /// Sets every edge's score to weights (feature_count of them) times its features.
  void rescore(std::span<const double> weights);

  /// Puts `count` more features of every edge before the feature `place`; `values`: edges x count.
  /// Scores stay as they are.
  void add_features(std::size_t place, std::size_t count, std::span<const float> values);

  /// Throws ModelError unless numbers are in range and tails come before heads.
  void check() const;

 private:
  template <typename T>
  static std::span<const T> slice(const std::vector<T>& values,
                                  const std::vector<std::uint32_t>& first, EdgeId e) {
    return {values.data() + first[e], values.data() + first[e + 1]};
  }
};

/// An edge that is to be added to a forest.
struct EdgeSpec {
  NodeId head;
  std::vector<NodeId> tails;
  std::vector<Symbol> symbols;
  std::vector<float> features;
  double score;
};

/// A forest from edges sorted by head, without spans and links; throws as check() does.
Forest make_forest(std::vector<std::string> words, std::size_t feature_count,
                   std::span<const EdgeSpec> edges);

}  // namespace dragoman::forest
