#include "forest/kbest.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "common/hash.hpp"

namespace dragoman::forest {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
/// Forests deeper than this are searched from the bottom up, so that recursion stays shallow.
constexpr std::uint32_t kDeep = 5000;
constexpr std::uint64_t kBase = 0x1d2f9a6b3c4e5f07ULL % kPrime;

std::uint64_t hash_of(Symbol word) {
  return mix64(static_cast<std::uint64_t>(word) + 1) % (kPrime - 1) + 1;
}

/// a * b modulo 2^61 - 1, by halves, so that no 128-bit type is needed.
std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a1 = a >> 31, a0 = a & 0x7fffffff, b1 = b >> 31, b0 = b & 0x7fffffff;
  const std::uint64_t middle = a1 * b0 + a0 * b1;
  const std::uint64_t sum = 2 * a1 * b1 + (middle >> 30) + ((middle & 0x3fffffff) << 31) + a0 * b0;
  const std::uint64_t folded = (sum & kPrime) + (sum >> 61);
  return folded >= kPrime ? folded - kPrime : folded;
}

}  // namespace

std::vector<double> best_scores(const Forest& forest) {
  std::vector<double> best(forest.nodes(), -std::numeric_limits<double>::infinity());
  for (NodeId n = 0; n < forest.nodes(); ++n) {
    for (EdgeId e = forest.node_edges[n]; e < forest.node_edges[n + 1]; ++e) {
      double score = forest.score[e];
      for (const NodeId tail : forest.tails_of(e)) score += best[tail];
      best[n] = std::max(best[n], score);
    }
  }
  return best;
}

std::vector<double> best_outside(const Forest& forest, std::span<const double> inside) {
  std::vector<double> outside(forest.nodes(), -std::numeric_limits<double>::infinity());
  outside[forest.goal()] = 0;
  for (std::size_t e = forest.edges(); e-- > 0;) {
    const auto tails = forest.tails_of(static_cast<EdgeId>(e));
    double max_marginal = outside[forest.head[e]] + forest.score[e];
    for (const NodeId tail : tails) max_marginal += inside[tail];
    for (const NodeId tail : tails)
      outside[tail] = std::max(outside[tail], max_marginal - inside[tail]);
  }
  return outside;
}

KBest::KBest(const Forest& forest, const KBestOptions& options)
    : forest_(forest), options_(options), lists_(forest.nodes()), best_(best_scores(forest)) {
  std::vector<std::uint32_t> depth(forest.nodes(), 0);
  for (EdgeId e = 0; e < forest.edges(); ++e) {
    for (const NodeId tail : forest.tails_of(e)) {
      depth[forest.head[e]] = std::max(depth[forest.head[e]], depth[tail] + 1);
    }
  }
  deep_ = !depth.empty() && std::ranges::max(depth) > kDeep;
}

bool KBest::worse(const Queued& a, const Queued& b) {
  if (a.score != b.score) return a.score < b.score;
  if (a.edge != b.edge) return a.edge > b.edge;
  return a.ranks > b.ranks;
}

bool KBest::has(std::size_t i) {
  if (lists_.empty()) return false;
  if (deep_) {
    for (NodeId n = 0; n < forest_.goal(); ++n) has(n, i);
  }
  return has(forest_.goal(), i);
}

void KBest::start(NodeId node) {
  lists_[node].started = true;
  for (EdgeId e = forest_.node_edges[node]; e < forest_.node_edges[node + 1]; ++e) {
    double score = forest_.score[e];
    for (const NodeId tail : forest_.tails_of(e)) score += best_[tail];
    if (score == -std::numeric_limits<double>::infinity()) continue;
    lists_[node].queue.push_back(
        {score, e, std::vector<std::uint32_t>(forest_.tails_of(e).size(), 0)});
  }
  std::ranges::make_heap(lists_[node].queue, worse);
}

bool KBest::has(NodeId node, std::size_t i) {
  if (!lists_[node].started) start(node);
  while (lists_[node].found.size() <= i) {
    List& list = lists_[node];
    if (list.queue.empty()) return false;
    std::ranges::pop_heap(list.queue, worse);
    Queued best = std::move(list.queue.back());
    list.queue.pop_back();
    // The score was known from best_scores(); the derivations of the tails are found only now.
    const auto tails = forest_.tails_of(best.edge);
    for (std::size_t t = 0; t < tails.size(); ++t) has(tails[t], best.ranks[t]);
    const Text text = text_of(best.edge, best.ranks);
    const bool fresh = !options_.distinct || list.texts.insert(text.hash).second;
    enqueue_neighbours(node, best.edge, best.ranks);
    if (fresh) list.found.push_back({best.score, best.edge, std::move(best.ranks), text});
  }
  return true;
}

void KBest::enqueue_neighbours(NodeId node, EdgeId edge, const std::vector<std::uint32_t>& ranks) {
  // Every tuple of ranks has one predecessor: the tuple with its first non-zero rank lowered.
  for (std::size_t t = 0; t < ranks.size(); ++t) {
    std::vector<std::uint32_t> next = ranks;
    ++next[t];
    enqueue(node, edge, std::move(next));
    if (ranks[t] != 0) break;
  }
}

void KBest::enqueue(NodeId node, EdgeId edge, std::vector<std::uint32_t> ranks) {
  const auto tails = forest_.tails_of(edge);
  double score = forest_.score[edge];
  for (std::size_t t = 0; t < tails.size(); ++t) {
    if (!has(tails[t], ranks[t])) return;
    score += lists_[tails[t]].found[ranks[t]].score;
  }
  lists_[node].queue.push_back({score, edge, std::move(ranks)});
  std::ranges::push_heap(lists_[node].queue, worse);
}

KBest::Text KBest::join(const Text& left, const Text& right) {
  const std::uint64_t sum = multiply(left.hash, right.power) + right.hash;
  return {sum >= kPrime ? sum - kPrime : sum, multiply(left.power, right.power)};
}

KBest::Text KBest::text_of(EdgeId edge, const std::vector<std::uint32_t>& ranks) const {
  Text text;
  for (const Symbol s : forest_.symbols_of(edge)) {
    if (s >= 0) {
      text = join(text, {hash_of(s), kBase});
    } else {
      const auto t = static_cast<std::size_t>(kFirstNonTerminal - s);
      text = join(text, lists_[forest_.tails_of(edge)[t]].found[ranks[t]].text);
    }
  }
  return text;
}

std::vector<EdgeId> KBest::derivation(std::size_t i) const {
  // Edges are collected with heads before their tails, and reversed at the end.
  std::vector<EdgeId> edges;
  std::vector<std::pair<NodeId, std::uint32_t>> open{
      {forest_.goal(), static_cast<std::uint32_t>(i)}};
  while (!open.empty()) {
    const auto [node, rank] = open.back();
    open.pop_back();
    const Found& found = lists_[node].found[rank];
    edges.push_back(found.edge);
    const auto tails = forest_.tails_of(found.edge);
    for (std::size_t t = 0; t < tails.size(); ++t) open.emplace_back(tails[t], found.ranks[t]);
  }
  std::ranges::reverse(edges);
  return edges;
}

std::vector<Symbol> KBest::text(std::size_t i) const {
  struct Place {
    NodeId node;
    std::uint32_t rank;
    std::size_t next;
  };
  std::vector<Symbol> words;
  std::vector<Place> open{{forest_.goal(), static_cast<std::uint32_t>(i), 0}};
  while (!open.empty()) {
    const Place place = open.back();
    const Found& found = lists_[place.node].found[place.rank];
    const auto symbols = forest_.symbols_of(found.edge);
    if (place.next == symbols.size()) {
      open.pop_back();
      continue;
    }
    ++open.back().next;
    const Symbol s = symbols[place.next];
    if (s >= 0) {
      words.push_back(s);
    } else {
      const auto t = static_cast<std::size_t>(kFirstNonTerminal - s);
      open.push_back({forest_.tails_of(found.edge)[t], found.ranks[t], 0});
    }
  }
  return words;
}

}  // namespace dragoman::forest
