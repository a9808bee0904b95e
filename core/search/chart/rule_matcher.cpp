#include "search/chart/rule_matcher.hpp"

#include <algorithm>

#include "common/error.hpp"

namespace dragoman::search::chart {

RuleRange RuleMatcher::unary_rules() {
  const RuleTable::Node node = table_.child(table_.root(), kFirstNonTerminal);
  return node == RuleTable::kNoNode ? RuleRange() : rules_.of_node(node, 1);
}

void RuleMatcher::run(const ChartSource& source, CellMaker& maker) {
  source_ = &source;
  cells_.clear();
  const std::uint32_t size = source.size();
  by_begin_.assign(size + 1, {});
  std::vector<std::vector<ChartSource::Given>> given(size);
  for (const ChartSource::Given& one : source.given) given[one.begin].push_back(one);
  const RuleTable::Node root = table_.root();
  const RuleTable::Node first = table_.child(root, kFirstNonTerminal);
  for (std::uint32_t begin = size; begin-- > 0;) {
    cubes_.clear();
    for (const ChartSource::Given& one : given[begin]) {
      const Partial whole{root, begin, one.end, 0, {}, nullptr, one.number};
      cubes_[one.end].push_back(cube_of(whole, {one.rule, one.rule + 1}));
    }
    for (const ChartSource::Arc& arc : source.arcs[begin]) {
      if (arc.word == kNoWord) continue;
      const auto node = table_.child(root, static_cast<Symbol>(arc.word));
      if (node != RuleTable::kNoNode) extend({node, begin, arc.end, 0, {}, nullptr, arc.number});
    }
    // Rules that begin with a non-terminal add cubes of longer spans while this goes on.
    for (auto& [end, cubes] : cubes_) {
      Cell& cell = cells_.emplace_back(Cell{begin, end, {}});
      maker.complete(cell, cubes);
      if (cell.items.empty()) {
        cells_.pop_back();
        continue;
      }
      by_begin_[begin].push_back(&cell);
      if (first == RuleTable::kNoNode || end - begin > max_span_) continue;
      extend_further({first, begin, end, 1, {&cell, nullptr}, nullptr, kNoWord});
    }
  }
}

void RuleMatcher::add_cube(const Partial& rule) {
  const RuleRange rules = rules_.of_node(rule.node, rule.arity);
  if (!rules.empty()) cubes_[rule.end].push_back(cube_of(rule, rules));
}

Cube RuleMatcher::cube_of(const Partial& rule, const RuleRange& rules) {
  Cube cube{rules, rule.arity, rule.tails};
  if (!paths_.used()) return cube;
  numbers_.clear();
  for (const Partial* part = &rule; part != nullptr; part = part->before) {
    if (part->number != kNoWord) numbers_.push_back(part->number);
  }
  std::ranges::reverse(numbers_);
  cube.path = paths_.add(numbers_);
  cube.score = paths_.score(cube.path);
  return cube;
}

void RuleMatcher::extend(const Partial& rule) {
  const auto [begin, end] = table_.rules(rule.node);
  if (begin != end) add_cube(rule);
  extend_further(rule);
}

void RuleMatcher::extend_further(const Partial& rule) {
  const auto [first_child, last_child] = table_.children(rule.node);
  if (first_child == last_child || rule.end == source_->size()) return;
  const std::uint32_t wall = source_->next_walls[rule.begin];
  if (rule.end >= wall) return;
  const std::size_t longest = rule.arity == 0 ? wall - rule.begin : max_span_;
  Partial next = rule;
  next.before = &rule;
  for (const ChartSource::Arc& arc : source_->arcs[rule.end]) {
    if (arc.word == kNoWord || arc.end - rule.begin > longest) continue;
    next.node = table_.child(rule.node, static_cast<Symbol>(arc.word));
    next.end = arc.end;
    next.number = arc.number;
    if (next.node != RuleTable::kNoNode) extend(next);
  }
  if (table_.symbol(first_child) > kFirstNonTerminal) return;  // no non-terminal can follow
  const auto symbol = static_cast<Symbol>(kFirstNonTerminal - static_cast<Symbol>(rule.arity));
  next.number = kNoWord;
  next.node = table_.child(rule.node, symbol);
  if (next.node == RuleTable::kNoNode) return;
  if (rule.arity == kMaxTails) {
    throw ConfigError("the chart decoder takes rules with at most two non-terminals");
  }
  ++next.arity;
  for (const Cell* cell : by_begin_[rule.end]) {
    if (cell->end > wall || cell->end - rule.begin > max_span_) break;
    next.end = cell->end;
    next.tails[rule.arity] = cell;
    extend(next);
  }
}

}  // namespace dragoman::search::chart
