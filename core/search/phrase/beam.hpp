// The common part of stack search and cube pruning: the stacks, and the graph of the hypotheses
// that survive pruning.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "search/phrase/stack.hpp"
#include "search/phrase/steps.hpp"
#include "search/shared/work_budget.hpp"

namespace dragoman::search::phrase {

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

/// Adds the language models' score to a node that has all other scores.
template <typename C, typename Feature>
void score_language(const Steps<C, Feature>& steps, ContextId before,
                    const TranslationOption& option, bool complete, float future,
                    typename Steps<C, Feature>::Node& node) {
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

template <typename C, typename Feature>
class Beam {
 public:
  using StepsType = Steps<C, Feature>;
  using Node = typename StepsType::Node;

  Beam(const StepsType& steps, WorkBudget& budget, bool keep_arcs)
      : steps_(steps), budget_(budget), keep_arcs_(keep_arcs) {
    const PhraseSettings& settings = steps.problem().settings;
    beam_ = settings.beam > 0 ? static_cast<float>(std::log(settings.beam))
                              : -std::numeric_limits<float>::infinity();
    stacks_.resize(steps.problem().length() + 1);
    Node start;
    start.context = steps.problem().start;
    start.state = steps.feature().begin();
    start.total = steps.problem().future.of(start.coverage);
    open(0).add(start);
  }

  const StepsType& steps() const { return steps_; }
  WorkBudget& budget() { return budget_; }
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
    if constexpr (StepsType::kPieces) {
      steps_.feature().open().advance(covered);
      const std::size_t best = limit > 0 ? limit : steps_.problem().settings.stack;
      const auto first = static_cast<std::uint32_t>(graph_.nodes.size());
      place_pieces(stack, best);
      // In the last stack, hypotheses with pending pieces must not crowd out finished ones.
      if (covered < steps_.problem().length()) keep_best(first, best);
    } else {
      keep(stack.hypotheses());
    }
    stack.release();
    if (covered == steps_.problem().length()) drop_unfinished();
    std::stable_sort(groups_.begin(), groups_.end(), [&](const NodeGroup& a, const NodeGroup& b) {
      return graph_.nodes[a.begin].total > graph_.nodes[b.begin].total;
    });
    if (covered == steps_.problem().length() && !groups_.empty()) {
      graph_.goal = groups_.front().begin;
    }
    return groups_;
  }

 private:
  /// Moves nodes into the graph.
  void keep(const std::vector<Node>& nodes) {
    const auto first = static_cast<std::uint32_t>(graph_.nodes.size());
    graph_.nodes.insert(graph_.nodes.end(), nodes.begin(), nodes.end());
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
  }

  /// The consolidate stage of Galley & Manning (2010, table 1): any number of pending pieces of the
  /// hypotheses in a stack are placed. The results compete with the hypotheses that were there. The
  /// stage goes piece by piece: all hypotheses with the same number of pending pieces are made,
  /// recombined and pruned before one of them is expanded.
  void place_pieces(Stack<Node>& stack, std::size_t limit) {
    std::size_t most = 0;
    for (const Node& node : stack.hypotheses()) {
      most = std::max(most, steps_.waiting_pieces(node.state));
    }
    if (most == 0) return keep(stack.hypotheses());
    if (levels_.size() <= most) levels_.resize(most + 1);
    for (std::size_t left = 0; left <= most; ++left) {
      levels_[left].reset(limit, beam_, keep_arcs_ ? &graph_.arcs : nullptr);
    }
    for (const Node& node : stack.hypotheses()) {
      levels_[steps_.waiting_pieces(node.state)].add(node);
    }
    for (std::size_t left = most;; --left) {
      levels_[left].prune();
      const auto begin = static_cast<std::uint32_t>(graph_.nodes.size());
      keep(levels_[left].hypotheses());
      if (left == 0) break;
      for (auto number = begin; number < graph_.nodes.size(); ++number) {
        const float future = steps_.problem().future.of(graph_.nodes[number].coverage);
        steps_.for_each_piece(graph_.nodes[number], number,
                              [&](Node& fresh, const TranslationOption& option, bool complete) {
                                score_language(steps_, graph_.nodes[number].context, option,
                                               complete, future + steps_.ahead(fresh.state), fresh);
                                levels_[left - 1].add(fresh);
                              });
      }
    }
  }

  /// Keeps only the best nodes from `first` on for expansion.
  void keep_best(std::uint32_t first, std::size_t limit) {
    if (limit == 0 || graph_.nodes.size() - first <= limit) return;
    std::vector<float> totals;
    for (std::size_t i = first; i < graph_.nodes.size(); ++i) {
      totals.push_back(graph_.nodes[i].total);
    }
    std::ranges::nth_element(totals, totals.begin() + static_cast<long>(limit) - 1,
                             std::ranges::greater());
    const float worst = totals[limit - 1];
    for (NodeGroup& group : groups_) {
      while (group.end > group.begin && graph_.nodes[group.end - 1].total < worst) --group.end;
    }
    std::erase_if(groups_, [](const NodeGroup& group) { return group.begin == group.end; });
  }

  /// Removes hypotheses with pending pieces: they are not finished translations.
  void drop_unfinished() {
    std::erase_if(groups_, [&](const NodeGroup& group) {
      return !steps_.finished(graph_.nodes[group.begin].state);
    });
  }

  struct Place {
    Stack<Node> stack;
    bool ready = false;
  };
  const StepsType& steps_;
  WorkBudget& budget_;
  bool keep_arcs_;
  float beam_;
  std::vector<Place> stacks_;
  SearchGraph<Node> graph_;
  std::vector<NodeGroup> groups_;
  std::vector<Stack<Node>> levels_;  ///< by number of pending pieces
};

}  // namespace dragoman::search::phrase
