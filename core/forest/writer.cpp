#include "forest/writer.hpp"

#include <utility>

namespace dragoman::forest {

ForestWriter::ForestWriter(std::span<const double> weights) : weights_(weights) {
  forest_.feature_count = weights.size();
  for (auto* first : {&forest_.node_edges, &forest_.tail_first, &forest_.span_first,
                      &forest_.symbol_first, &forest_.link_first}) {
    first->push_back(0);
  }
}

void ForestWriter::add_word(std::string_view word) {
  auto known = words_.find(word);
  if (known == words_.end()) {
    known = words_.emplace(word, static_cast<Symbol>(forest_.words.size())).first;
    forest_.words.emplace_back(word);
  }
  forest_.symbols.push_back(known->second);
}

void ForestWriter::end_edge(std::int64_t rule, std::span<const float> features,
                            std::int32_t later) {
  forest_.head.push_back(node());
  forest_.rule.push_back(rule);
  forest_.later.push_back(later);
  forest_.tail_first.push_back(static_cast<std::uint32_t>(forest_.tails.size()));
  forest_.span_first.push_back(static_cast<std::uint32_t>(forest_.spans.size()));
  forest_.symbol_first.push_back(static_cast<std::uint32_t>(forest_.symbols.size()));
  forest_.link_first.push_back(static_cast<std::uint32_t>(forest_.links.size()));
  forest_.features.insert(forest_.features.end(), features.begin(), features.end());
  double score = 0;
  for (std::size_t f = 0; f < features.size(); ++f) score += weights_[f] * features[f];
  forest_.score.push_back(score);
}

Forest ForestWriter::finish() && {
  if (empty()) forest_.node_edges.clear();
  return std::move(forest_);
}

}  // namespace dragoman::forest
