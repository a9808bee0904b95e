// Relaxed forced decoding (as Wuebker, Mauser and Ney 2010 do for phrases): where the rules cannot
// produce the text, glue joins the parts that they can produce, and adds the missing words.
//
// Only glue adds words; rules are applied as they are. So the state of the search is a pair: how
// many source words are read, and how many words of the text are written. The search is small.
#include <algorithm>
#include <deque>

#include "search/chart/forced_search.hpp"

namespace dragoman::search::chart {

RuleRange ForcedSearch::add_relaxed_rules() {
  RuleRange range;
  range.first = rules_.add_words(kDeletedRule, {});
  range.last = range.first + 1;
  std::vector<WordId> words(text_.words().begin(), text_.words().end());
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (const WordId word : words) {
    const std::string target(rules_.words().word(word));
    range.last = rules_.add_words(kBackOffRule, {&target, 1}) + 1;
  }
  return range;
}

std::uint32_t ForcedSearch::inserting_glue(std::size_t tails, const Extent& before,
                                           const Extent& after) {
  const auto [known, fresh] = inserting_.try_emplace({tails, before, after});
  if (!fresh) return known->second;
  std::vector<Symbol> target;
  const auto insert = [&](const Extent& words) {
    for (std::uint32_t i = words.from; i < words.to; ++i) {
      target.push_back(static_cast<Symbol>(text_.words()[i]));
    }
  };
  if (tails == 2) target.push_back(kFirstNonTerminal);
  insert(before);
  target.push_back(kFirstNonTerminal - static_cast<Symbol>(tails - 1));
  insert(after);
  known->second = rules_.add_inserting_glue(tails, target);
  return known->second;
}

void ForcedSearch::append_relaxed(const Cell* prefix, const Cell& cell) {
  const auto append = [&](ItemId left, std::uint32_t written) {
    for (const ItemId right : cell.items) {
      const Extent words = extents_[right];
      const std::uint32_t from = words.empty() ? written : words.from;
      if (from < written) continue;
      const std::uint32_t to = words.empty() ? written : words.to;
      const auto end = place_.whole ? static_cast<std::uint32_t>(text_.words().size()) : to;
      const std::size_t tails = left == kNoItem ? 1 : 2;
      const std::uint32_t rule = inserting_glue(tails, {written, from}, {to, end});
      const Cube cube{};
      add_edge(
          {cube, rule, {}, left == kNoItem ? Tails{right, kNoItem} : Tails{left, right}, {0, end}});
    }
  };
  if (prefix == nullptr) return append(kNoItem, 0);
  for (const ItemId left : prefix->items) append(left, extents_[left].to);
}

ItemId ForcedSearch::glue_relaxed(const RuleMatcher& matcher, const ChartSource& source,
                                  LatticePaths& paths) {
  Cube relaxed{add_relaxed_rules(), 0, {}};
  const std::uint32_t length = source.size();
  std::vector<std::vector<const Cell*>> parts(length + 1);  // by their ends
  std::vector<Cell> prefixes(length + 1);
  std::deque<Cell> added;
  gluing_ = false;
  for (std::uint32_t i = 0; i < length; ++i) {
    for (const Cell* cell : matcher.beginning(i)) parts[cell->end].push_back(cell);
    for (const ChartSource::Arc& arc : source.arcs[i]) {
      if (arc.closed) continue;
      if (paths.used()) {
        relaxed.path = paths.add({&arc.number, 1});
        relaxed.score = paths.score(relaxed.path);
      }
      Cell& cell = added.emplace_back(Cell{i, arc.end, {}});
      search({&relaxed, 1}, scores_.span(i, arc.end), cell.items);
      parts[arc.end].push_back(&cell);
    }
  }
  gluing_ = true;
  for (std::uint32_t end = 1; end <= length; ++end) {
    place_ = {0, end, end == length};
    found_ = &prefixes[end].items;
    made_.clear();
    for (const Cell* cell : parts[end]) {
      append_relaxed(cell->begin == 0 ? nullptr : &prefixes[cell->begin], *cell);
    }
  }
  return prefixes[length].items.empty() ? kNoItem : prefixes[length].items.front();
}

}  // namespace dragoman::search::chart
