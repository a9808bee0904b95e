#include "tune/forest_envelope.hpp"

#include <algorithm>

#include "common/error.hpp"
#include "tune/envelope.hpp"

namespace dragoman::tune {
namespace {

using forest::EdgeId;
using forest::Forest;
using forest::NodeId;

/// The origin of a line: an edge, and for each of its tails the line taken there.
struct LineOrigin {
  EdgeId edge;
  std::size_t first;  // of the tails' lines in NodeEnvelope::below
};

struct NodeEnvelope {
  std::vector<Line> lines;  // ids are places in `origins`
  std::vector<LineOrigin> origins;
  std::vector<std::uint32_t> below;
};

/// Appends the Minkowski sum of the tails' envelopes, moved by the edge's own line. From left to
/// right, the tail that changes its line next gives the next line of the sum.
void add_edge(const Forest& forest, EdgeId edge, Line own, const std::vector<NodeEnvelope>& all,
              NodeEnvelope& into) {
  const auto tails = forest.tails_of(edge);
  std::vector<std::uint32_t> at(tails.size(), 0);
  while (true) {
    Line line = own;
    double next = kForever;
    for (std::size_t k = 0; k < tails.size(); ++k) {
      const auto& lines = all[tails[k]].lines;
      line.slope += lines[at[k]].slope;
      line.intercept += lines[at[k]].intercept;
      if (at[k] + 1 < lines.size()) next = std::min(next, lines[at[k] + 1].start);
    }
    line.id = into.origins.size();
    into.origins.push_back({edge, into.below.size()});
    into.below.insert(into.below.end(), at.begin(), at.end());
    into.lines.push_back(line);
    if (next == kForever) return;
    for (std::size_t k = 0; k < tails.size(); ++k) {
      const auto& lines = all[tails[k]].lines;
      if (at[k] + 1 < lines.size() && lines[at[k] + 1].start == next) ++at[k];
    }
  }
}

/// Drops the lines of an envelope that are on top only outside the range.
void keep_between(std::vector<Line>& lines, double low, double high) {
  std::size_t first = 0, last = lines.size();
  while (first + 1 < last && lines[first + 1].start <= low) ++first;
  while (last > first + 1 && lines[last - 1].start >= high) --last;
  lines.resize(last);
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(first));
  if (!lines.empty()) lines.front().start = -kForever;
}

/// The words of a derivation, without recursion: forests may be deep.
void write_words(const Forest& forest, const std::vector<NodeEnvelope>& all, NodeId node,
                 std::size_t line, std::vector<Symbol>& words) {
  struct Frame {
    NodeId node;
    LineOrigin origin;
    std::size_t at;  // in the edge's target side
  };
  auto frame = [&](NodeId n, std::size_t l) {
    return Frame{n, all[n].origins[all[n].lines[l].id], 0};
  };
  std::vector<Frame> stack{frame(node, line)};
  while (!stack.empty()) {
    Frame& top = stack.back();
    const auto symbols = forest.symbols_of(top.origin.edge);
    if (top.at == symbols.size()) {
      stack.pop_back();
      continue;
    }
    const Symbol symbol = symbols[top.at++];
    if (symbol >= 0) {
      words.push_back(symbol);
    } else {
      const auto k = static_cast<std::size_t>(kFirstNonTerminal - symbol);
      const NodeId tail = forest.tails_of(top.origin.edge)[k];
      stack.push_back(frame(tail, all[top.node].below[top.origin.first + k]));
    }
  }
}

std::vector<NodeEnvelope> node_envelopes(const Forest& forest, const ForestLine& line) {
  std::vector<NodeEnvelope> all(forest.nodes());
  for (NodeId n = 0; n < forest.nodes(); ++n) {
    for (EdgeId e = forest.node_edges[n]; e < forest.node_edges[n + 1]; ++e) {
      Line own{0, 0, 0, 0};
      const auto features = forest.features_of(e);
      for (std::size_t i = 0; i < features.size(); ++i) {
        own.slope += features[i] * line.direction[i];
        own.intercept += features[i] * line.weights[i];
      }
      add_edge(forest, e, own, all, all[n]);
    }
    keep_upper_envelope(all[n].lines);
    keep_between(all[n].lines, line.low, line.high);
  }
  return all;
}

}  // namespace

ForestEnvelope forest_envelope(const Forest& forest, const ForestLine& line) {
  if (line.weights.size() != forest.feature_count ||
      line.direction.size() != forest.feature_count) {
    throw ConfigError("weights and direction must have one number per feature");
  }
  ForestEnvelope result;
  result.text.push_back(0);
  if (forest.nodes() == 0) return result;
  const std::vector<NodeEnvelope> all = node_envelopes(forest, line);
  const auto& lines = all[forest.goal()].lines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    result.starts.push_back(lines[i].start);
    result.slopes.push_back(lines[i].slope);
    result.intercepts.push_back(lines[i].intercept);
    write_words(forest, all, forest.goal(), i, result.words);
    result.text.push_back(result.words.size());
  }
  return result;
}

}  // namespace dragoman::tune
