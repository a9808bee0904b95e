#include "forest/forest.hpp"

#include "common/error.hpp"

namespace dragoman::forest {
namespace {

void check_first(const std::vector<std::uint32_t>& first, std::size_t rows, std::size_t values,
                 const char* what) {
  bool sound = first.size() == rows + 1 && first.front() == 0 && first.back() == values;
  for (std::size_t i = 0; sound && i < rows; ++i) sound = first[i] <= first[i + 1];
  if (!sound) throw ModelError(std::string("the forest's ") + what + " are not in order");
}

}  // namespace

void Forest::rescore(std::span<const double> weights) {
  if (weights.size() != feature_count) {
    throw ConfigError("a forest of " + std::to_string(feature_count) + " features was given " +
                      std::to_string(weights.size()) + " weights");
  }
  for (EdgeId e = 0; e < edges(); ++e) {
    double sum = 0;
    const float* row = features.data() + e * feature_count;
    for (std::size_t f = 0; f < feature_count; ++f) sum += weights[f] * row[f];
    score[e] = sum;
  }
}

void Forest::add_features(std::size_t place, std::size_t count, std::span<const float> values) {
  if (place > feature_count || values.size() != edges() * count) {
    throw ConfigError("a forest of " + std::to_string(edges()) + " edges was given " +
                      std::to_string(values.size()) + " values of more features");
  }
  std::vector<float> wider;
  wider.reserve(features.size() + values.size());
  for (EdgeId e = 0; e < edges(); ++e) {
    const auto row = features_of(e);
    wider.insert(wider.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(place));
    const auto more = values.subspan(e * count, count);
    wider.insert(wider.end(), more.begin(), more.end());
    wider.insert(wider.end(), row.begin() + static_cast<std::ptrdiff_t>(place), row.end());
  }
  features = std::move(wider);
  feature_count += count;
}

void Forest::check() const {
  if (nodes() == 0) {
    if (edges() != 0) throw ModelError("the forest has edges but no nodes");
    return;
  }
  check_first(node_edges, nodes(), edges(), "edges");
  check_first(tail_first, edges(), tails.size(), "tails");
  check_first(span_first, edges(), spans.size(), "spans");
  check_first(symbol_first, edges(), symbols.size(), "target sides");
  check_first(link_first, edges(), links.size(), "links");
  if (rule.size() != edges() || score.size() != edges() || later.size() != edges() ||
      features.size() != edges() * feature_count) {
    throw ModelError("the forest's edges have too few scores");
  }
  for (NodeId n = 0; n < nodes(); ++n) {
    if (node_edges[n] == node_edges[n + 1]) {
      throw ModelError("the forest's node " + std::to_string(n) + " has no edge");
    }
    for (EdgeId e = node_edges[n]; e < node_edges[n + 1]; ++e) {
      if (head[e] != n) throw ModelError("the forest's heads are not in order");
      for (const NodeId tail : tails_of(e)) {
        if (tail >= n) throw ModelError("the forest's tails do not come before heads");
      }
      const auto arity = static_cast<Symbol>(tails_of(e).size());
      for (const Symbol s : symbols_of(e)) {
        const bool place = s <= kFirstNonTerminal && kFirstNonTerminal - s < arity;
        if (!place && (s < 0 || static_cast<std::size_t>(s) >= words.size())) {
          throw ModelError("the forest's target sides hold an unknown symbol");
        }
      }
      for (const Link& link : links_of(e)) {
        if (link.target >= symbols_of(e).size() && later[e] <= 0) {
          throw ModelError("the forest's links leave their target side");
        }
      }
    }
  }
}

Forest make_forest(std::vector<std::string> words, std::size_t feature_count,
                   std::span<const EdgeSpec> edges) {
  Forest made;
  made.words = std::move(words);
  made.feature_count = feature_count;
  if (edges.empty()) return made;
  for (auto* first : {&made.node_edges, &made.tail_first, &made.span_first, &made.symbol_first,
                      &made.link_first}) {
    first->push_back(0);
  }
  for (const EdgeSpec& edge : edges) {
    while (made.nodes() < edge.head) {
      made.node_edges.push_back(static_cast<std::uint32_t>(made.edges()));
    }
    made.head.push_back(edge.head);
    made.rule.push_back(static_cast<std::int64_t>(made.rule.size()));
    made.score.push_back(edge.score);
    made.later.push_back(0);
    made.tails.insert(made.tails.end(), edge.tails.begin(), edge.tails.end());
    made.symbols.insert(made.symbols.end(), edge.symbols.begin(), edge.symbols.end());
    made.features.insert(made.features.end(), edge.features.begin(), edge.features.end());
    made.tail_first.push_back(static_cast<std::uint32_t>(made.tails.size()));
    made.symbol_first.push_back(static_cast<std::uint32_t>(made.symbols.size()));
    made.span_first.push_back(0);
    made.link_first.push_back(0);
  }
  made.node_edges.push_back(static_cast<std::uint32_t>(made.edges()));
  made.check();
  return made;
}

}  // namespace dragoman::forest
