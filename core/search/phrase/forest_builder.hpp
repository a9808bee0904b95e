// Turns search graphs into the common forest, rebuilding the feature vector of every step.
//
// The search keeps weighted sums only; here each step is scored again, feature by feature, from the
// states that the graph has kept, so that the features of a derivation are exactly those that the
// search summed. The graphs of a sentence's pieces are appended one after the other.
#pragma once

#include <unordered_map>
#include <vector>

#include "forest/forest.hpp"
#include "search/phrase/beam.hpp"

namespace dragoman::search {

class ForestBuilder {
 public:
  ForestBuilder(const ModelParts& model, const Problem& problem)
      : model_(&model), problem_(&problem) {
    forest_.feature_count = model.layout->size();
    for (auto* first : {&forest_.node_edges, &forest_.tail_first, &forest_.span_first,
                        &forest_.symbol_first, &forest_.link_first}) {
      first->push_back(0);
    }
  }

  /// Appends what leads to the graph's goal: everything, or only the best derivation. `offset` is
  /// the position in the sentence of the piece's first word.
  template <typename C, typename Feature>
  void append(const Steps<C, Feature>& steps,
              const SearchGraph<typename Steps<C, Feature>::Node>& graph, bool all,
              std::size_t offset) {
    using StepsType = Steps<C, Feature>;
    problem_ = &steps.problem();
    const std::vector<bool> used = reach_back(graph, all);
    const bool joined = forest_.nodes() > 0;
    const auto before = static_cast<forest::NodeId>(joined ? forest_.goal() : 0);
    std::vector<forest::NodeId> number(graph.nodes.size(), before);
    for (std::uint32_t n = 1; n < graph.nodes.size(); ++n) {
      if (!used[n]) continue;
      number[n] = static_cast<forest::NodeId>(forest_.nodes());
      const auto add = [&](std::uint32_t previous, std::uint32_t label) {
        const auto& tail = graph.nodes[previous];
        const TranslationOption& option = problem_->options[option_of<StepsType>(label)];
        const bool has_tail = joined || previous != 0;
        if (has_tail) forest_.tails.push_back(number[previous]);
        const bool complete = graph.nodes[n].coverage.first_gap == problem_->length();
        const Step<C> step{tail.coverage, steps.last_option(tail), option, complete};
        const bool ends =
            complete && problem_->ends_sentence && steps.finished(graph.nodes[n].state);
        row_.assign(forest_.feature_count, 0);
        problem_->contexts.explain(tail.context, option.target, ends, row_.data());
        if constexpr (StepsType::kPieces) {
          if (option.rule == kPieceRule) {
            const std::size_t slot = StepsType::slot_of(label);
            steps.feature().explain_later(tail.state, step, slot, row_.data());
            add_piece(number[n], option, has_tail, slot);
            return;
          }
        }
        steps.feature().explain(tail.state, step, row_.data());
        explain(step.last, option);
        add_edge(number[n], option, has_tail, offset);
      };
      add(graph.nodes[n].previous, graph.nodes[n].option);
      for (std::uint32_t a = all ? graph.nodes[n].arcs : kNone; a != kNone;
           a = graph.arcs[a].next) {
        add(graph.arcs[a].previous, graph.arcs[a].option);
      }
      forest_.node_edges.push_back(static_cast<std::uint32_t>(forest_.edges()));
    }
  }

  forest::Forest finish() && {
    if (forest_.nodes() == 0) forest_.node_edges.clear();
    return std::move(forest_);
  }

 private:
  template <typename Node>
  static std::vector<bool> reach_back(const SearchGraph<Node>& graph, bool all) {
    std::vector<bool> used(graph.nodes.size(), false);
    if (graph.goal == kNone) return used;
    used[graph.goal] = true;
    for (std::uint32_t n = graph.goal; n > 0; --n) {
      if (!used[n]) continue;
      used[graph.nodes[n].previous] = true;
      for (std::uint32_t a = all ? graph.nodes[n].arcs : kNone; a != kNone;
           a = graph.arcs[a].next) {
        used[graph.arcs[a].previous] = true;
      }
    }
    return used;
  }

  template <typename StepsType>
  static std::uint32_t option_of(std::uint32_t label) {
    if constexpr (StepsType::kPieces) return StepsType::option_of(label);
    return label;
  }

  /// Adds the step's feature values to row_, except those of language models and features.
  void explain(const TranslationOption* last, const TranslationOption& option);
  void add_edge(forest::NodeId head, const TranslationOption& option, bool has_tail,
                std::size_t offset);
  /// An edge that places a later piece of the `slot`th phrase that waits.
  void add_piece(forest::NodeId head, const TranslationOption& option, bool has_tail,
                 std::size_t slot);
  void add_words(const TranslationOption& option, bool has_tail);
  void add_links(const TranslationOption& option, bool has_tail, std::size_t offset);
  void add_features();

  const ModelParts* model_;
  const Problem* problem_;
  forest::Forest forest_;
  std::unordered_map<std::string, Symbol> words_;
  std::vector<float> row_;
};

}  // namespace dragoman::search
