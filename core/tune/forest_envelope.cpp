#include "tune/forest_envelope.hpp"

#include <algorithm>
#include <limits>

#include "common/error.hpp"
#include "tune/envelope.hpp"

namespace dragoman {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

/// How a line came about: an edge, and for each of its tails the line taken there.
struct Step {
  std::size_t edge;
  std::size_t first;  // of the tails' lines in Envelope::below
};

struct NodeEnvelope {
  std::vector<Line> lines;  // ids are places in `steps`
  std::vector<Step> steps;
  std::vector<std::uint32_t> below;
};

void require(bool condition) {
  if (!condition) throw ConfigError("the arrays do not describe a forest");
}

void check(const Hypergraph& f, std::size_t weights, std::size_t direction) {
  auto fits = [](std::span<const std::uint64_t> offsets, std::size_t last) {
    return !offsets.empty() && offsets.front() == 0 && offsets.back() == last &&
           std::is_sorted(offsets.begin(), offsets.end());
  };
  require(weights == f.width && direction == f.width && !f.tail.empty());
  const std::size_t edges = f.tail.size() - 1;
  require(f.node.size() > 1 && fits(f.node, edges) && fits(f.tail, f.tails.size()));
  require(f.symbol.size() == edges + 1 && fits(f.symbol, f.symbols.size()));
  require(f.features.size() == edges * f.width);
  for (std::size_t n = 0; n + 1 < f.node.size(); ++n) {
    for (auto e = f.node[n]; e < f.node[n + 1]; ++e) {
      const auto tails = static_cast<Symbol>(f.tail[e + 1] - f.tail[e]);
      for (auto t = f.tail[e]; t < f.tail[e + 1]; ++t) require(f.tails[t] < n);
      for (auto s = f.symbol[e]; s < f.symbol[e + 1]; ++s) require(f.symbols[s] >= -tails);
    }
  }
}

/// Appends the Minkowski sum of the tails' envelopes, moved by the edge's own line. Walking from
/// left to right, whichever tail changes its line next makes the next line of the sum.
void add_edge(const Hypergraph& f, std::size_t edge, Line own, const std::vector<NodeEnvelope>& all,
              NodeEnvelope& into) {
  const auto tails = f.tails.subspan(f.tail[edge], f.tail[edge + 1] - f.tail[edge]);
  std::vector<std::uint32_t> at(tails.size(), 0);
  for (const auto tail : tails) {
    if (all[tail].lines.empty()) return;
  }
  while (true) {
    Line line = own;
    double next = kForever;
    for (std::size_t k = 0; k < tails.size(); ++k) {
      const auto& lines = all[tails[k]].lines;
      line.slope += lines[at[k]].slope;
      line.intercept += lines[at[k]].intercept;
      if (at[k] + 1 < lines.size()) next = std::min(next, lines[at[k] + 1].start);
    }
    line.id = into.steps.size();
    into.steps.push_back({edge, into.below.size()});
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
void write_words(const Hypergraph& f, const std::vector<NodeEnvelope>& all, std::uint32_t node,
                 std::size_t line, std::vector<Symbol>& words) {
  struct Frame {
    std::uint32_t node;
    Step step;
    std::uint64_t at;
  };
  auto frame = [&](std::uint32_t n, std::size_t l) {
    const Step step = all[n].steps[all[n].lines[l].id];
    return Frame{n, step, f.symbol[step.edge]};
  };
  std::vector<Frame> stack{frame(node, line)};
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.at == f.symbol[top.step.edge + 1]) {
      stack.pop_back();
      continue;
    }
    const Symbol symbol = f.symbols[top.at++];
    if (symbol >= 0) {
      words.push_back(symbol);
    } else {
      const auto k = static_cast<std::size_t>(-1 - symbol);
      stack.push_back(
          frame(f.tails[f.tail[top.step.edge] + k], all[top.node].below[top.step.first + k]));
    }
  }
}

}  // namespace

ForestEnvelope forest_envelope(const Hypergraph& f, const ForestLine& line) {
  check(f, line.weights.size(), line.direction.size());
  const std::size_t nodes = f.node.size() - 1;
  std::vector<NodeEnvelope> all(nodes);
  for (std::size_t n = 0; n < nodes; ++n) {
    for (auto e = f.node[n]; e < f.node[n + 1]; ++e) {
      Line own{0, 0, 0, 0};
      for (std::size_t i = 0; i < f.width; ++i) {
        own.slope += f.features[e * f.width + i] * line.direction[i];
        own.intercept += f.features[e * f.width + i] * line.weights[i];
      }
      add_edge(f, e, own, all, all[n]);
    }
    keep_upper_envelope(all[n].lines);
    keep_between(all[n].lines, line.low, line.high);
  }
  ForestEnvelope result;
  result.text.push_back(0);
  const auto goal = static_cast<std::uint32_t>(nodes - 1);
  for (std::size_t i = 0; i < all[goal].lines.size(); ++i) {
    result.starts.push_back(all[goal].lines[i].start);
    result.slopes.push_back(all[goal].lines[i].slope);
    result.intercepts.push_back(all[goal].lines[i].intercept);
    write_words(f, all, goal, i, result.words);
    result.text.push_back(result.words.size());
  }
  return result;
}

}  // namespace dragoman
