// Turns search graphs into the common forest, with the feature vector of every step.
//
// The search keeps weighted sums only. Here each step is explained, feature by feature, from the
// states in the graph, so that the features of a derivation are exactly those that the search
// summed. The graphs of a sentence's pieces are appended one after the other.
#pragma once

#include <vector>

#include "forest/writer.hpp"
#include "search/phrase/graph_part.hpp"

namespace dragoman::search::phrase {

class GraphWriter {
 public:
  /// The model must outlive the writer.
  explicit GraphWriter(const ModelParts& model) : model_(&model), writer_(model.weights) {}

  /// Appends a part of the graph. `offset` is the position in the sentence of the piece's first
  /// word.
  template <typename C, typename Feature>
  void append(const Steps<C, Feature>& steps,
              const SearchGraph<typename Steps<C, Feature>::Node>& graph, const GraphPart& part,
              std::size_t offset) {
    using StepsType = Steps<C, Feature>;
    const Problem& problem = steps.problem();
    const bool joined = !writer_.empty();
    const forest::NodeId before = joined ? writer_.node() - 1 : 0;
    std::vector<forest::NodeId> number(graph.nodes.size(), before);
    for (std::uint32_t n = 1; n < graph.nodes.size(); ++n) {
      if (!part.nodes[n]) continue;
      number[n] = writer_.node();
      const auto add = [&](std::uint32_t previous, std::uint32_t label) {
        const auto& tail = graph.nodes[previous];
        const TranslationOption& option = problem.options[StepsType::option_of(label)];
        const bool has_tail = joined || previous != 0;
        if (has_tail) writer_.add_tail(number[previous]);
        const bool complete = graph.nodes[n].coverage.first_gap == problem.length();
        const Step<C> step{tail.coverage, steps.last_option(tail), option, complete};
        const bool ends = complete && problem.ends_sentence && steps.finished(graph.nodes[n].state);
        row_.assign(model_->layout->size(), 0);
        problem.contexts.explain(tail.context, option.target, ends, row_.data());
        if constexpr (StepsType::kPieces) {
          if (option.rule == kPieceRule) {
            const std::size_t slot = StepsType::slot_of(label);
            steps.feature().explain_later(tail.state, step, slot, row_.data());
            add_words(problem, option, has_tail);
            writer_.end_edge(forest::kLaterPiece, row_, -1 - static_cast<std::int32_t>(slot));
            return;
          }
        }
        steps.feature().explain(tail.state, step, row_.data());
        explain(problem, step.last, option);
        add_edge(problem, option, has_tail, offset);
      };
      add(graph.nodes[n].previous, graph.nodes[n].option);
      for (std::uint32_t a = graph.nodes[n].arcs; a != kNone; a = graph.arcs[a].next) {
        if (part.arcs[a]) add(graph.arcs[a].previous, graph.arcs[a].option);
      }
      writer_.end_node();
    }
  }

  forest::Forest finish() && { return std::move(writer_).finish(); }

 private:
  /// Adds the values of the features that every step has to row_.
  void explain(const Problem& problem, const TranslationOption* last,
               const TranslationOption& option);
  void add_edge(const Problem& problem, const TranslationOption& option, bool has_tail,
                std::size_t offset);
  void add_words(const Problem& problem, const TranslationOption& option, bool has_tail);
  void add_links(const Problem& problem, const TranslationOption& option, bool has_tail,
                 std::size_t offset);

  const ModelParts* model_;
  forest::ForestWriter writer_;
  std::vector<float> row_;
};

}  // namespace dragoman::search::phrase
