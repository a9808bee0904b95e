#include "forest/nearest_prefix.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "forest/correction_bounds.hpp"
#include "forest/state_row.hpp"

namespace dragoman::forest {
namespace {

/// The part of a forest's edges in which a good way is looked for first.
constexpr std::ptrdiff_t kFew = 4;
/// Rounding must not leave out a derivation whose score is the floor.
constexpr double kFloorRounding = 1e-6;
using PrefixState = std::size_t;  ///< words of the prefix that are read

/// The best way from every state to every other one through every node: Viterbi's algorithm on the
/// product of the forest and the automaton of Levenshtein's distance. What cannot belong to a
/// derivation whose score, less its corrections, is at least the floor is left out.
class Correction {
 public:
  /// Edges whose best derivation has a lower score than `max_marginal` are left out too.
  Correction(const CorrectionQuestion& asked, double floor, double max_marginal = kNever)
      : asked_(asked),
        forest_(asked.forest),
        last_(asked.last),
        cost_(asked.cost),
        floor_(floor),
        edges_(asked, std::max(max_marginal, floor + cost_ahead(asked, 0))),
        rows_(forest_.nodes()) {
    for (PrefixState j = 0; j <= last_; ++j) ahead_.push_back(cost_ahead(asked, j));
    for (NodeId node = 0; node < forest_.nodes(); ++node) add(node);
  }

  /// Of the best derivation, less its corrections; kNever if there is none above the floor.
  double score() const { return at(forest_.goal(), 0, last_); }

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
    PrefixState start, end;
  };
  /// A row of a node, in values_.
  struct Stored {
    PrefixState first, end;
    std::size_t place;
  };

  Stored stored(const StateRow& row) {
    const Stored found{row.first, row.end, values_.size()};
    values_.insert(values_.end(), row.scores.begin() + static_cast<std::ptrdiff_t>(row.first),
                   row.scores.begin() + static_cast<std::ptrdiff_t>(row.end));
    return found;
  }
  double at(NodeId node, PrefixState start, PrefixState end) const {
    if (start >= rows_[node].size()) return kNever;
    const Stored& row = rows_[node][start];
    return end >= row.first && end < row.end ? values_[row.place + end - row.first] : kNever;
  }

  /// What the corrections of the typed words behind a state cost at least.
  static double cost_ahead(const CorrectionQuestion& asked, PrefixState j) {
    return asked.cost * (asked.least[asked.last] - asked.least[j]);
  }

  /// The rows of a node.
  void add(NodeId node) {
    const PrefixState starts = asked_.inner[node] ? last_ + 1 : 1;
    StateRow best;
    for (PrefixState start = 0; start < starts; ++start) {
      best.clear(last_ + 1);
      const double behind = cost_behind(node, start);
      const double rest = asked_.outside[node] - behind;
      if (start == last_) {  // nothing can be wrong any more
        best.raise(last_, asked_.inside[node]);
      } else if (asked_.inside[node] + rest - ahead_[start] >= floor_) {
        for (const EdgeId e : edges_.of(node)) {
          if (!begins(e, start)) continue;
          const StateRow& row = read(e, start, behind);
          best.raise(row);
        }
      }
      rows_[node].push_back(stored(best));
    }
  }

  /// What the corrections of the words before a node cost at least if it begins in a state: so many
  /// typed words stand for so many words of the text.
  double cost_behind(NodeId node, PrefixState start) const {
    double edits = asked_.least[start];
    const Lengths before = edges_.before(node);
    if (before.known()) {
      const auto missing = start > before.most ? start - before.most : 0;
      const auto added = start < last_ && before.fewest > start ? before.fewest - start : 0;
      edits = std::max(edits, static_cast<double>(std::max(missing, added)));
    }
    return cost_ * edits;
  }

  /// Whether an edge may lead on from a state: most do not because of their first tail.
  bool begins(EdgeId edge, PrefixState start) const {
    const auto symbols = forest_.symbols_of(edge);
    if (symbols.empty() || symbols[0] >= 0) return true;
    const Stored& row = rows_[tail_of(edge, symbols[0])][start];
    return row.first < row.end;
  }

  /// Whether a derivation can reach the floor that has come to a state with a score. `rest` is what
  /// the rest of it brings at best.
  bool may(double score, PrefixState j, double rest) const {
    return score + rest - ahead_[j] >= floor_;
  }

  /// Words that were typed and are not in the text.
  void skip_typed(StateRow& row, double rest) const {
    for (PrefixState j = row.first; j < row.end && j < last_; ++j) {
      const double skipped = row.scores[j] - cost_;
      if (may(skipped, j + 1, rest)) row.raise(j + 1, skipped);
    }
  }

  double word_step(PrefixState from, PrefixState to, Symbol word) const {
    if (from == to) return from == last_ ? 0 : -cost_;
    return -cost_ * asked_.words.distance(from, word);
  }

  /// The states' scores after an edge. steps_ has those after each of its symbols, too; the first
  /// row is before all of them.
  const StateRow& read(EdgeId edge, PrefixState start, double behind) {
    const auto symbols = forest_.symbols_of(edge);
    if (steps_.size() <= symbols.size()) steps_.resize(symbols.size() + 1);
    double rest = asked_.max_marginals[edge] - forest_.score[edge] - behind;
    steps_[0].clear(last_ + 1);
    steps_[0].raise(start, forest_.score[edge]);
    if (symbols.empty() || symbols[0] >= 0) skip_typed(steps_[0], rest);
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      steps_[k + 1].clear(last_ + 1);
      if (steps_[k].empty()) continue;
      if (symbols[k] >= 0) {
        read_word(steps_[k], steps_[k + 1], symbols[k], rest);
      } else {
        const NodeId tail = tail_of(edge, symbols[k]);
        rest -= asked_.inside[tail];
        read_tail(steps_[k], steps_[k + 1], tail, rest);
      }
    }
    return steps_[symbols.size()];
  }

  void read_word(const StateRow& before, StateRow& after, Symbol word, double rest) const {
    after.cover(before.first, std::min(before.end, last_) + 1);
    for (PrefixState j = before.first; j < before.end; ++j) {
      const double score = before.scores[j];
      after.scores[j] = std::max(after.scores[j], score + word_step(j, j, word));
      if (j < last_) {
        after.scores[j + 1] = std::max(after.scores[j + 1], score + word_step(j, j + 1, word));
      }
    }
    trim(after, rest);
    skip_typed(after, rest);
  }

  void read_tail(const StateRow& before, StateRow& after, NodeId tail, double rest) const {
    const auto& rows = rows_[tail];
    for (PrefixState i = before.first; i < std::min(before.end, rows.size()); ++i) {
      const Stored& row = rows[i];
      const double score = before.scores[i];
      if (score == kNever || row.first == row.end) continue;
      after.cover(row.first, row.end);
      const double* from = values_.data() + row.place;
      double* to = after.scores.data() + row.first;
      for (PrefixState j = 0; j < row.end - row.first; ++j)
        to[j] = std::max(to[j], score + from[j]);
    }
    trim(after, rest);
  }

  /// Leaves out the states from which no derivation can reach the floor.
  void trim(StateRow& row, double rest) const {
    for (PrefixState j = row.first; j < row.end; ++j) {
      if (!may(row.scores[j], j, rest)) row.scores[j] = kNever;
    }
    row.shrink();
  }

  NodeId tail_of(EdgeId edge, Symbol place) const {
    return forest_.tails_of(edge)[static_cast<std::size_t>(kFirstNonTerminal - place)];
  }

  /// The symbols of the best edge of a node between two states.
  std::vector<Part> parts_of(const Part& whole) {
    EdgeId best = forest_.node_edges[whole.node];
    double score = kNever;
    const double behind = cost_behind(whole.node, whole.start);
    for (const EdgeId e : edges_.of(whole.node)) {
      const double own = read(e, whole.start, behind)[whole.end];
      if (own > score) best = e, score = own;
    }
    read(best, whole.start, behind);
    const auto symbols = forest_.symbols_of(best);
    std::vector<Part> parts(symbols.size());
    PrefixState end = whole.end;
    for (std::size_t k = symbols.size(); k-- > 0;) {
      const PrefixState start = before(k, symbols[k], best, end);
      parts[k] = symbols[k] >= 0 ? Part{0, symbols[k], start, end}
                                 : Part{tail_of(best, symbols[k]), kNode, start, end};
      end = start;
    }
    return parts;
  }

  /// The state before a symbol on the best way to a state after it. Sets `end` to the state right
  /// after the symbol, before typed words are skipped.
  PrefixState before(std::size_t k, Symbol symbol, EdgeId edge, PrefixState& end) const {
    const StateRow& row = steps_[k];
    PrefixState best = 0, best_end = end;
    double score = kNever;
    const auto take = [&](double own, PrefixState from, PrefixState to) {
      if (own > score) score = own, best = from, best_end = to;
    };
    if (symbol < 0) {
      const NodeId tail = tail_of(edge, symbol);
      for (PrefixState i = 0; i <= end; ++i) take(row[i] + at(tail, i, end), i, end);
    } else {
      for (PrefixState to = 0; to <= end; ++to) {
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
    std::vector<double> row(last_ + 1);
    for (PrefixState j = 0; j <= last_; ++j) row[j] = static_cast<double>(j);
    for (const Symbol word : text) {
      double diagonal = row[0]++;
      for (PrefixState j = 1; j <= last_; ++j) {
        const double change = diagonal + asked_.words.distance(j - 1, word);
        diagonal = row[j];
        row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
      }
    }
    return row[last_];
  }

  const CorrectionQuestion& asked_;
  const Forest& forest_;
  const PrefixState last_;
  const double cost_, floor_;
  std::vector<double> ahead_;  ///< cost_ahead of each state
  const ChosenEdges edges_;
  std::vector<std::vector<Stored>> rows_;  ///< of each node, by start
  std::vector<double> values_;
  std::vector<StateRow> steps_;
};

/// What a derivation reaches for sure, less its corrections: the best one of the forest's best
/// edges, or else the best derivation with all typed words left out.
double surely_reached(const CorrectionQuestion& asked) {
  std::vector<double> max_marginals = asked.max_marginals;
  const auto place = max_marginals.begin() + std::ssize(max_marginals) / kFew;
  std::nth_element(max_marginals.begin(), place, max_marginals.end(), std::greater<>());
  // No derivation is better than this one, without corrections that all of them need.
  const double best = asked.inside.back() - asked.cost * asked.least.back();
  const double most = asked.cost * (static_cast<double>(asked.last) - asked.least.back());
  for (double room = asked.cost; room < most; room *= 2) {
    const double reached = Correction(asked, best - room, *place).score();
    if (reached != kNever) return reached;
  }
  return best - most;
}

}  // namespace

NearestPrefix nearest_prefix(const Forest& forest, const Prefix& prefix, double edit_cost) {
  if (prefix.words.empty()) return {};
  const CorrectionQuestion asked(forest, prefix, edit_cost);
  if (!std::isfinite(asked.inside.back()) || edit_cost < 0) return Correction(asked, kNever).best();
  // Nearly everything that cannot reach this is left out: what is found is the best one.
  const double floor = surely_reached(asked);
  return Correction(asked, floor - kFloorRounding * (1 + std::abs(floor))).best();
}

}  // namespace dragoman::forest
