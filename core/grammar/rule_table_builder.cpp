#include "grammar/rule_table_builder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "common/error.hpp"

namespace dragoman::grammar {
namespace {

template <typename T>
void append(std::vector<T>& to, std::span<const T> values) {
  to.insert(to.end(), values.begin(), values.end());
}

void append_floored(std::vector<float>& to, std::span<const float> values) {
  for (const float value : values) to.push_back(value >= kLowestScore ? value : kLowestScore);
}

bool less(std::span<const Symbol> a, std::span<const Symbol> b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

RuleTableBuilder::RuleTableBuilder(const RuleTableWidths& widths) : widths_(widths) {
  if ((widths.reordering != 0 && widths.reordering != kReorderingColumns) ||
      (widths.counts != 0 && widths.counts != kCountColumns)) {
    throw ConfigError("a rule has 0 or 6 reordering scores and 0 or 3 counts");
  }
  rules_.target_first.push_back(0);
  rules_.align_first.push_back(0);
}

void RuleTableBuilder::reserve(std::size_t rules) {
  rules_.target_first.reserve(rules + 1);
  rules_.align_first.reserve(rules + 1);
  rules_.scores.reserve(rules * widths_.scores);
  rules_.reordering.reserve(rules * widths_.reordering);
  rules_.counts.reserve(rules * widths_.counts);
}

void RuleTableBuilder::add(const RuleEntry& rule) {
  if (rule.source.size() > kMaxSideLength || rule.target.size() > kMaxSideLength) {
    throw Error("a side of a rule has more than 255 symbols");
  }
  if (rule.scores.size() != widths_.scores || rule.reordering.size() != widths_.reordering ||
      rule.counts.size() != widths_.counts) {
    throw Error("a rule has another number of scores than the rules before it");
  }
  for (const AlignmentPoint point : rule.alignment) {
    if (point.source >= rule.source.size() || point.target >= rule.target.size()) {
      throw Error("the alignment of a rule points outside of it");
    }
  }
  if (size() == std::numeric_limits<RuleId>::max() - 1) {
    throw Error("a rule table holds at most 2^32 - 2 rules");
  }
  if (groups_.empty() || !std::ranges::equal(source(groups_.back()), rule.source)) {
    if (in_order_ && !groups_.empty()) in_order_ = less(source(groups_.back()), rule.source);
    groups_.push_back({source_symbols_.size(), static_cast<RuleId>(size()),
                       static_cast<std::uint8_t>(rule.source.size())});
    append(source_symbols_, rule.source);
  }
  append(rules_.target_symbols, rule.target);
  rules_.target_first.push_back(rules_.target_symbols.size());
  append(rules_.alignment, rule.alignment);
  rules_.align_first.push_back(rules_.alignment.size());
  append_floored(rules_.scores, rule.scores);
  append_floored(rules_.reordering, rule.reordering);
  append(rules_.counts, rule.counts);
}

void RuleTableBuilder::sort_groups() {
  sorted_.resize(groups_.size());
  std::iota(sorted_.begin(), sorted_.end(), 0U);
  if (in_order_) return;
  std::stable_sort(sorted_.begin(), sorted_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return less(source(groups_[a]), source(groups_[b]));
  });
}

void RuleTableBuilder::number_nodes(RuleTableArrays& out, std::vector<std::uint32_t>& order) const {
  // A node at depth d is a range of sorted_: all groups whose first d symbols are its path. Those
  // of length d come first and hold the node's rules; the others split by their next symbol.
  struct Range {
    std::size_t begin, end;
  };
  const auto rules_of = [&](std::uint32_t group) {
    const std::size_t end = group + 1 < groups_.size() ? groups_[group + 1].first_rule : size();
    return end - groups_[group].first_rule;
  };
  std::vector<Range> level{{0, sorted_.size()}}, next;
  std::size_t rules = 0, children = 1;
  out.trie_symbol.push_back(0);
  for (std::size_t depth = 0; !level.empty(); ++depth) {
    next.clear();
    for (auto [i, end] : level) {
      out.trie_rules.push_back(static_cast<std::uint32_t>(rules));
      for (; i < end && groups_[sorted_[i]].length == depth; ++i) {
        order.push_back(sorted_[i]);
        rules += rules_of(sorted_[i]);
      }
      out.trie_first.push_back(static_cast<std::uint32_t>(children));
      while (i < end) {
        const Symbol symbol = source(groups_[sorted_[i]])[depth];
        std::size_t j = i + 1;
        while (j < end && source(groups_[sorted_[j]])[depth] == symbol) ++j;
        next.push_back({i, j});
        out.trie_symbol.push_back(symbol);
        ++children;
        i = j;
      }
      if (children >= RuleTable::kNoNode) throw Error("the source sides make too large a trie");
    }
    level.swap(next);
  }
  out.trie_rules.push_back(static_cast<std::uint32_t>(rules));
  out.trie_first.push_back(static_cast<std::uint32_t>(children));
}

void RuleTableBuilder::arrange(RuleTableArrays& out, const std::vector<std::uint32_t>& order) {
  const auto copy_rows = [&](std::vector<float>& from, std::size_t columns, auto& to) {
    to.reserve(from.size());
    for (const std::uint32_t group : order) {
      const std::size_t end = group + 1 < groups_.size() ? groups_[group + 1].first_rule : size();
      to.insert(to.end(), from.begin() + groups_[group].first_rule * columns,
                from.begin() + end * columns);
    }
    from = {};
  };
  const auto copy_lists = [&](auto& from, const auto& from_first, auto& to, auto& to_first) {
    to.reserve(from.size());
    to_first.reserve(from_first.size());
    to_first.push_back(0);
    for (const std::uint32_t group : order) {
      const std::size_t end = group + 1 < groups_.size() ? groups_[group + 1].first_rule : size();
      for (std::size_t rule = groups_[group].first_rule; rule < end; ++rule) {
        to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(from_first[rule]),
                  from.begin() + static_cast<std::ptrdiff_t>(from_first[rule + 1]));
        to_first.push_back(to.size());
      }
    }
    from = {};
  };
  copy_rows(rules_.scores, widths_.scores, out.scores);
  copy_rows(rules_.reordering, widths_.reordering, out.reordering);
  copy_rows(rules_.counts, widths_.counts, out.counts);
  copy_lists(rules_.alignment, rules_.align_first, out.alignment, out.align_first);
  copy_lists(rules_.target_symbols, rules_.target_first, out.target_symbols, out.target_first);
}

RuleTableArrays RuleTableBuilder::finish() {
  sort_groups();
  RuleTableArrays out;
  std::vector<std::uint32_t> order;
  order.reserve(groups_.size());
  number_nodes(out, order);
  arrange(out, order);
  *this = RuleTableBuilder(widths_);
  return out;
}

}  // namespace dragoman::grammar
