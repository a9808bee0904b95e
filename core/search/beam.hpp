// What stack search and cube pruning share: the stacks, and the graph of what they let through.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "search/effort.hpp"
#include "search/stack.hpp"
#include "search/steps.hpp"

namespace dragoman::search {

/// The hypotheses that were expanded, stack by stack; numbers of nodes are places in `nodes`.
template <typename Node>
struct SearchGraph {
  std::vector<Node> nodes;  ///< the first is the empty hypothesis
  std::vector<Arc> arcs;
  std::uint32_t goal = kNone;  ///< the best finished translation, or kNone
};

/// Nodes [begin, end) of a graph that cover the same words, the best first.
struct NodeGroup {
  std::uint32_t begin, end;
};

template <typename C, typename Extra>
class Beam {
 public:
  using StepsType = Steps<C, Extra>;
  using Node = typename StepsType::Node;

  Beam(const StepsType& steps, Effort& effort, bool keep_arcs)
      : steps_(steps), effort_(effort), keep_arcs_(keep_arcs) {
    const Settings& settings = steps.problem().settings;
    beam_ = settings.beam > 0 ? static_cast<float>(std::log(settings.beam))
                              : -std::numeric_limits<float>::infinity();
    stacks_.resize(steps.problem().length() + 1);
    open(0).add(steps.start());
  }

  const StepsType& steps() const { return steps_; }
  Effort& effort() { return effort_; }
  const SearchGraph<Node>& graph() const { return graph_; }
  SearchGraph<Node>& graph() { return graph_; }

  /// The stack for `covered` words.
  Stack<Node>& open(std::size_t covered) {
    auto& [stack, ready] = stacks_[covered];
    if (!ready) {
      stack.reset(steps_.problem().settings.stack, beam_, keep_arcs_ ? &graph_.arcs : nullptr);
      ready = true;
    }
    return stack;
  }

  /// Prunes a stack and moves it into the graph; returns its nodes by coverage, the best first.
  const std::vector<NodeGroup>& close(std::size_t covered, std::size_t limit) {
    groups_.clear();
    Stack<Node>& stack = open(covered);
    if (limit > 0) stack.narrow(limit);
    stack.prune();
    const auto first = static_cast<std::uint32_t>(graph_.nodes.size());
    graph_.nodes.insert(graph_.nodes.end(), stack.hypotheses().begin(), stack.hypotheses().end());
    stack.release();
    std::stable_sort(graph_.nodes.begin() + first, graph_.nodes.end(),
                     [](const Node& a, const Node& b) {
                       if (a.coverage.first_gap != b.coverage.first_gap) {
                         return a.coverage.first_gap < b.coverage.first_gap;
                       }
                       if (a.coverage.window != b.coverage.window) {
                         return a.coverage.window < b.coverage.window;
                       }
                       return a.total > b.total;
                     });
    for (std::uint32_t i = first; i < graph_.nodes.size(); ++i) {
      if (i == first || graph_.nodes[i].coverage != graph_.nodes[i - 1].coverage) {
        groups_.push_back({i, i});
      }
      groups_.back().end = i + 1;
    }
    std::stable_sort(groups_.begin(), groups_.end(), [&](const NodeGroup& a, const NodeGroup& b) {
      return graph_.nodes[a.begin].total > graph_.nodes[b.begin].total;
    });
    if (covered == steps_.problem().length() && !groups_.empty()) {
      graph_.goal = groups_.front().begin;
    }
    return groups_;
  }

 private:
  struct Place {
    Stack<Node> stack;
    bool ready = false;
  };
  const StepsType& steps_;
  Effort& effort_;
  bool keep_arcs_;
  float beam_;
  std::vector<Place> stacks_;
  SearchGraph<Node> graph_;
  std::vector<NodeGroup> groups_;
};

/// Adds the language models' part to a node whose score has all the rest.
template <typename C, typename Extra>
void score_language(const Steps<C, Extra>& steps, ContextId before, const Option& option,
                    bool complete, float future, typename Steps<C, Extra>::Node& node) {
  const auto extension = steps.contexts().extend(before, option.target);
  node.score += extension.score;
  node.context = extension.context;
  if (complete) {
    node.identity = 0;
    if (steps.problem().ends_sentence) {
      node.score += steps.contexts().finish(extension.context);
      node.context = kFinalContext;
    }
  }
  node.total = node.score + future;
}

}  // namespace dragoman::search
