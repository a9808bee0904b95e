#include "forest/nearest_prefix.hpp"

#include <algorithm>
#include <limits>

namespace dragoman::forest {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
using State = std::size_t;        ///< words of the prefix that are read
using Row = std::vector<double>;  ///< for every state, the best score with which it is reached

/// The best way from every state to every other one through every node: Viterbi's algorithm on the
/// product of the forest and the automaton of Levenshtein's distance.
class Correction {
 public:
  Correction(const Forest& forest, const Prefix& prefix, double edit_cost)
      : forest_(forest),
        words_(forest, prefix, true),
        last_(words_.size()),
        cost_(edit_cost),
        inner_(inner_nodes(forest)),
        rows_(forest.nodes()) {
    for (NodeId node = 0; node < forest.nodes(); ++node) {
      rows_[node].assign(inner_[node] ? last_ + 1 : 1, Row(last_ + 1, kNever));
      for (State start = 0; start < rows_[node].size(); ++start) {
        Row& best = rows_[node][start];
        for (EdgeId e = forest.node_edges[node]; e < forest.node_edges[node + 1]; ++e) {
          const Row& row = read(e, start).back();
          for (State j = start; j <= last_; ++j) best[j] = std::max(best[j], row[j]);
        }
      }
    }
  }

  NearestPrefix best() {
    NearestPrefix found;
    std::vector<Part> open{{forest_.goal(), kNode, 0, last_}};
    while (!open.empty()) {
      const Part part = open.back();
      open.pop_back();
      if (part.word != kNode) {
        if (part.start < last_) found.words.push_back(part.word);
        continue;
      }
      if (part.start == last_) continue;  // all that follows is no part of the beginning
      const auto parts = parts_of(part);
      open.insert(open.end(), parts.rbegin(), parts.rend());
    }
    found.edits = edits(found.words);
    return found;
  }

 private:
  static constexpr Symbol kNode = -1;
  /// A word or a node of the best derivation, and the states between which it leads.
  struct Part {
    NodeId node;
    Symbol word;
    State start, end;
  };

  /// Words that were typed and are not in the text.
  void skip_typed(Row& row) const {
    for (State j = 1; j <= last_; ++j) row[j] = std::max(row[j], row[j - 1] - cost_);
  }

  double word_step(State from, State to, Symbol word) const {
    if (from == to) return from == last_ ? 0 : -cost_;
    return -cost_ * words_.distance(from, word);
  }

  /// The states' scores after each symbol of an edge; the first row is before all of them.
  const std::vector<Row>& read(EdgeId edge, State start) {
    const auto symbols = forest_.symbols_of(edge);
    steps_.resize(symbols.size() + 1);
    steps_[0].assign(last_ + 1, kNever);
    steps_[0][start] = forest_.score[edge];
    if (symbols.empty() || symbols[0] >= 0) skip_typed(steps_[0]);
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      const Row& before = steps_[k];
      Row& after = steps_[k + 1];
      after.assign(last_ + 1, kNever);
      if (symbols[k] >= 0) {
        for (State j = start; j <= last_; ++j) {
          after[j] = before[j] + word_step(j, j, symbols[k]);
          if (j > start) {
            after[j] = std::max(after[j], before[j - 1] + word_step(j - 1, j, symbols[k]));
          }
        }
        skip_typed(after);
        continue;
      }
      const auto& tail = rows_[tail_of(edge, symbols[k])];
      for (State i = start; i < tail.size(); ++i) {
        if (before[i] == kNever) continue;
        const double score = before[i];
        const double* row = tail[i].data();
        for (State j = i; j <= last_; ++j) after[j] = std::max(after[j], score + row[j]);
      }
    }
    return steps_;
  }

  NodeId tail_of(EdgeId edge, Symbol place) const {
    return forest_.tails_of(edge)[static_cast<std::size_t>(kFirstNonTerminal - place)];
  }

  /// The symbols of the best edge of a node between two states.
  std::vector<Part> parts_of(const Part& whole) {
    EdgeId best = forest_.node_edges[whole.node];
    double score = kNever;
    for (EdgeId e = best; e < forest_.node_edges[whole.node + 1]; ++e) {
      const double own = read(e, whole.start).back()[whole.end];
      if (own > score) best = e, score = own;
    }
    const std::vector<Row> steps = read(best, whole.start);
    const auto symbols = forest_.symbols_of(best);
    std::vector<Part> parts(symbols.size());
    State end = whole.end;
    for (std::size_t k = symbols.size(); k-- > 0;) {
      const State start = before(steps, k, symbols[k], best, end);
      parts[k] = symbols[k] >= 0 ? Part{0, symbols[k], start, end}
                                 : Part{tail_of(best, symbols[k]), kNode, start, end};
      end = start;
    }
    return parts;
  }

  /// The state before a symbol on the best way to a state after it. Sets `end` to the state right
  /// after the symbol, before typed words are skipped.
  State before(const std::vector<Row>& steps, std::size_t k, Symbol symbol, EdgeId edge,
               State& end) const {
    const Row& row = steps[k];
    State best = 0, best_end = end;
    double score = kNever;
    const auto take = [&](double own, State from, State to) {
      if (own > score) score = own, best = from, best_end = to;
    };
    if (symbol < 0) {
      const auto& tail = rows_[tail_of(edge, symbol)];
      for (State i = 0; i < tail.size() && i <= end; ++i) take(row[i] + tail[i][end], i, end);
    } else {
      for (State to = 0; to <= end; ++to) {
        const double skipped = -cost_ * static_cast<double>(end - to);
        // Among equals, a typed word stands for a word of the text.
        if (to > 0) take(row[to - 1] + word_step(to - 1, to, symbol) + skipped, to - 1, to);
        take(row[to] + word_step(to, to, symbol) + skipped, to, to);
      }
    }
    end = best_end;
    return best;
  }

  double edits(const std::vector<Symbol>& text) const {
    Row row(last_ + 1);
    for (State j = 0; j <= last_; ++j) row[j] = static_cast<double>(j);
    for (const Symbol word : text) {
      double diagonal = row[0]++;
      for (State j = 1; j <= last_; ++j) {
        const double change = diagonal + words_.distance(j - 1, word);
        diagonal = row[j];
        row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
      }
    }
    return row[last_];
  }

  const Forest& forest_;
  const PrefixWords words_;
  const State last_;
  const double cost_;
  const std::vector<bool> inner_;
  std::vector<std::vector<Row>> rows_;  ///< of each node: by start, by end
  std::vector<Row> steps_;
};

}  // namespace

NearestPrefix nearest_prefix(const Forest& forest, const Prefix& prefix, double edit_cost) {
  if (prefix.words.empty()) return {};
  return Correction(forest, prefix, edit_cost).best();
}

}  // namespace dragoman::forest
