// The search with any feature (feature.hpp). Every kind of search includes this header in a file of
// its own, so that they are compiled separately.
#pragma once

#include "search/phrase/cube_search.hpp"
#include "search/phrase/run_search.hpp"
#include "search/phrase/stack_search.hpp"

namespace dragoman::search::phrase {

template <typename C, typename Feature>
std::uint32_t search_with(const Problem& problem, const Feature& feature, WorkBudget& budget,
                          const SearchOutput& output) {
  const Steps<C, Feature> steps(problem, feature);
  Beam<C, Feature> beam(steps, budget, output.forest != nullptr);
  if (problem.settings.algorithm == Algorithm::kStack) {
    stack_search(beam);
  } else {
    CubeSearch<C, Feature>(beam).run();
  }
  const auto& graph = beam.graph();
  if (graph.goal == kNone) return kNone;
  output.score = graph.nodes[graph.goal].score;
  output.best.append(steps, graph, best_part(graph), output.offset);
  if (output.forest != nullptr) {
    ForestSize size = output.size;
    size.edges *= problem.length();
    output.forest->append(steps, graph, useful_part(steps, graph, size), output.offset);
  }
  return graph.nodes[graph.goal].context;
}

}  // namespace dragoman::search::phrase
