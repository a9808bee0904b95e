#include "grammar/table/source_trie.hpp"

#include <algorithm>

#include "common/error.hpp"

namespace dragoman::grammar {

bool comes_before(std::span<const Symbol> a, std::span<const Symbol> b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::ranges::lexicographical_compare(a, b);
}

void SourceTrie::add(std::span<const Symbol> source, std::size_t rules) {
  if (sides_.size() <= source.size()) sides_.resize(source.size() + 1);
  Sides& sides = sides_[source.size()];
  const auto last = std::span(sides.symbols).last(sides.rules.empty() ? 0 : source.size());
  if (!sides.rules.empty() && std::ranges::equal(last, source)) {
    sides.rules.back() += static_cast<std::uint32_t>(rules);
    return;
  }
  sides.symbols.insert(sides.symbols.end(), source.begin(), source.end());
  sides.rules.push_back(static_cast<std::uint32_t>(rules));
}

SourceTrie::Level SourceTrie::level(std::size_t depth, std::vector<const Symbol*>& paths) const {
  const Sides& sides = sides_[depth];
  const auto compare = [&](const Symbol* a, const Symbol* b) {
    return std::lexicographical_compare_three_way(a, a + depth, b, b + depth);
  };
  Level level;
  std::vector<const Symbol*> own;
  std::size_t side = 0, below = 0;
  while (side < sides.rules.size() || below < paths.size()) {
    const bool has_side = side < sides.rules.size();
    const Symbol* const of_side = sides.symbols.data() + (has_side ? side * depth : 0);
    const bool is_below = below < paths.size() && (!has_side || compare(paths[below], of_side) < 0);
    const Symbol* const path = is_below ? paths[below] : of_side;
    std::uint32_t children = 0;
    while (below < paths.size() && compare(paths[below], path) == 0) {
      ++children;
      ++below;
    }
    const bool has_rules = has_side && compare(of_side, path) == 0;
    level.symbol.push_back(depth == 0 ? 0 : path[depth - 1]);
    level.children.push_back(children);
    level.rules.push_back(has_rules ? sides.rules[side++] : 0);
    own.push_back(path);
  }
  paths = std::move(own);
  return level;
}

SourceTrieArrays SourceTrie::finish() {
  if (sides_.empty()) sides_.resize(1);
  std::vector<Level> levels(sides_.size());
  std::vector<const Symbol*> paths;
  for (std::size_t depth = sides_.size(); depth-- > 0;) levels[depth] = level(depth, paths);
  if (levels[0].symbol.empty()) levels[0] = {{0}, {0}, {0}};  // a table without rules has a root
  sides_.clear();

  std::size_t nodes = 0;
  for (const Level& level : levels) nodes += level.symbol.size();
  if (nodes >= RuleTable::kNoNode) throw Error("the source sides make too large a trie");
  SourceTrieArrays out;
  out.first.reserve(nodes + 1);
  out.symbol.reserve(nodes);
  out.rules.reserve(nodes + 1);
  std::uint32_t children = 1, rules = 0;
  for (Level& level : levels) {
    for (std::size_t node = 0; node < level.symbol.size(); ++node) {
      out.symbol.push_back(level.symbol[node]);
      out.first.push_back(children);
      out.rules.push_back(rules);
      children += level.children[node];
      rules += level.rules[node];
    }
    level = {};
  }
  out.first.push_back(children);
  out.rules.push_back(rules);
  return out;
}

}  // namespace dragoman::grammar
