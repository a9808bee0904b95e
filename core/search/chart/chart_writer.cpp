#include "search/chart/chart_writer.hpp"

#include <algorithm>
#include <limits>
namespace dragoman::search::chart {

forest::Forest ChartWriter::write(ItemId goal, std::size_t length, bool all,
                                  const ForestSize& size) {
  max_marginals_.clear();
  const std::vector<ItemId> items = order(goal, all);
  float least = 0;
  if (all && !size.whole()) {
    const std::vector<float> known = find_max_marginals(items);
    least = marginal_threshold(known, size, length, [&](float some) { return bare(items, some); });
  }
  forest::ForestWriter writer(model_.weights);
  for_each_kept(writer, items, least, all, [&](const ChartItem& item, const ChartEdge& edge) {
    add_edge(writer, item, edge, length);
  });
  return std::move(writer).finish();
}

template <typename F>
void ChartWriter::for_each_kept(forest::ForestWriter& writer, std::span<const ItemId> order,
                                float least, bool all, F&& f) {
  numbers_.assign(items_.size(), kDropped);
  for (const ItemId id : order) {
    const ChartItem& item = items_[id];
    const std::size_t before = writer.edges();
    for (std::uint32_t e = item.edges; e != kNoEdge; e = items_.edge(e).next) {
      if (kept(e, least)) f(item, items_.edge(e));
      if (!all) break;
    }
    if (writer.edges() == before) continue;
    numbers_[id] = writer.node();
    writer.end_node();
  }
}

forest::Forest ChartWriter::bare(std::span<const ItemId> order, float least) {
  forest::ForestWriter writer;
  for_each_kept(writer, order, least, true, [&](const ChartItem&, const ChartEdge& edge) {
    double score = edge.score;
    for (const ItemId tail : edge.tails) {
      if (tail == kNoItem) break;
      writer.add_tail(numbers_[tail]);
      score -= items_[tail].score;
    }
    for (const Symbol symbol : rules_.target(rules_[edge.rule])) writer.add_number(symbol);
    writer.end_edge(score);
  });
  return std::move(writer).finish();
}

std::vector<float> ChartWriter::find_max_marginals(std::span<const ItemId> order) {
  constexpr float kNever = -std::numeric_limits<float>::infinity();
  max_marginals_.assign(items_.edges(), kNever);
  std::vector<float> outside(items_.size(), kNever), known;
  outside[order.back()] = 0;
  for (std::size_t i = order.size(); i-- > 0;) {
    const ChartItem& item = items_[order[i]];
    for (std::uint32_t e = item.edges; e != kNoEdge; e = items_.edge(e).next) {
      max_marginals_[e] = outside[order[i]] + items_.edge(e).score;
      known.push_back(max_marginals_[e]);
      for (const ItemId tail : items_.edge(e).tails) {
        if (tail == kNoItem) break;
        outside[tail] = std::max(outside[tail], max_marginals_[e] - items_[tail].score);
      }
    }
  }
  return known;
}

bool ChartWriter::kept(std::uint32_t edge, float least) const {
  if (max_marginals_.empty()) return true;
  if (max_marginals_[edge] < least) return false;
  return std::ranges::all_of(items_.edge(edge).tails, [&](ItemId tail) {
    return tail == kNoItem || numbers_[tail] != kDropped;
  });
}

std::vector<ItemId> ChartWriter::order(ItemId goal, bool all) const {
  // Depth first, with a stack of its own: a long sentence is a deep derivation.
  struct Visit {
    ItemId item;
    std::uint32_t edge;
    std::size_t tail;
  };
  std::vector<bool> seen(items_.size(), false);
  std::vector<Visit> stack{{goal, items_[goal].edges, 0}};
  std::vector<ItemId> order;
  seen[goal] = true;
  while (!stack.empty()) {
    Visit& visit = stack.back();
    if (visit.edge == kNoEdge) {
      order.push_back(visit.item);
      stack.pop_back();
      continue;
    }
    const ChartEdge& edge = items_.edge(visit.edge);
    if (visit.tail == kMaxTails || edge.tails[visit.tail] == kNoItem) {
      visit.edge = all ? edge.next : kNoEdge;
      visit.tail = 0;
      continue;
    }
    const ItemId tail = edge.tails[visit.tail++];
    if (seen[tail]) continue;
    seen[tail] = true;
    stack.push_back({tail, items_[tail].edges, 0});
  }
  return order;
}

void ChartWriter::find_positions(const ChartItem& head, const ChartEdge& edge, std::size_t arity) {
  positions_.clear();
  std::size_t k = 0, word = 0;
  for (std::uint32_t at = head.begin; at < head.end;) {
    if (k < arity && at == items_[edge.tails[k]].begin) {
      positions_.push_back(kTail);
      at = items_[edge.tails[k++]].end;
    } else if (edge.path == kNoPath) {
      positions_.push_back(at++);
    } else {
      positions_.push_back(paths_[edge.path][word++]);
      at = paths_.end(positions_.back());
    }
  }
}

void ChartWriter::add_edge(forest::ForestWriter& writer, const ChartItem& head,
                           const ChartEdge& edge, std::size_t length) {
  const ChartRule& rule = rules_[edge.rule];
  const bool glue = rule.is_glue();
  row_.assign(model_.layout->size(), 0);
  scores_.explain(edge.rule, edge.tails, {head.begin, head.end, glue && head.end == length},
                  row_.data());
  paths_.explain(edge.path, row_.data());
  for (std::size_t k = 0; k < rule.arity; ++k) writer.add_tail(numbers_[edge.tails[k]]);
  find_positions(head, edge, rule.arity);
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (positions_[i] == kTail) continue;
    const std::uint32_t begin = positions_[i];
    while (i + 1 < positions_.size() && positions_[i + 1] == positions_[i] + 1) ++i;
    writer.add_span(begin, positions_[i] + 1);
  }
  for (const Symbol symbol : rules_.target(rule)) {
    if (symbol >= 0) {
      writer.add_word(rules_.words().word(static_cast<WordId>(symbol)));
    } else {
      writer.add_tail_place(static_cast<std::size_t>(kFirstNonTerminal - symbol));
    }
  }
  add_links(writer, rule);
  writer.end_edge(forest_code(rule.rule), row_);
}

void ChartWriter::add_links(forest::ForestWriter& writer, const ChartRule& rule) {
  if (rule.from_table()) {
    const auto target = rules_.target(rule);
    for (const AlignmentPoint& point : model_.rules->alignment(rule.rule)) {
      // Tables of some tools link non-terminals too.
      if (positions_[point.source] == kTail || target[point.target] < 0) continue;
      writer.add_link(positions_[point.source], point.target);
    }
  } else if (rule.arity == 0 && positions_.size() == 1 && rule.length == 1) {
    writer.add_link(positions_[0], 0);
  }
}

}  // namespace dragoman::search::chart
