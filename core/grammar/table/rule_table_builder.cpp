#include "grammar/table/rule_table_builder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "common/error.hpp"
#include "grammar/table/rule_files.hpp"
#include "grammar/table/source_trie.hpp"

namespace dragoman::grammar {
namespace {

/// With so many runs the next one takes twice the memory: each needs an open file.
constexpr std::size_t kManyRuns = 128, kLeastRun = 1 << 20;

template <typename T>
void append(std::vector<T>& to, std::span<const T> values) {
  to.insert(to.end(), values.begin(), values.end());
}

void append_floored(std::vector<float>& to, std::span<const float> values) {
  for (const float value : values) to.push_back(raised(value));
}

template <typename T>
std::span<const T> list(const std::vector<T>& values, const std::vector<std::uint64_t>& first,
                        std::size_t rule) {
  return std::span(values).subspan(first[rule], first[rule + 1] - first[rule]);
}

std::span<const float> row(const std::vector<float>& values, std::size_t columns,
                           std::size_t rule) {
  return std::span(values).subspan(rule * columns, columns);
}

}  // namespace

void RuleTableArrays::set_trie(SourceTrieArrays trie) {
  trie_first = std::move(trie.first);
  trie_symbol = std::move(trie.symbol);
  trie_rules = std::move(trie.rules);
}

RuleTableBuilder::RuleTableBuilder(const RuleTableWidths& widths, const TableBudget& budget)
    : widths_(widths), budget_(budget), runs_(widths, budget.directory) {
  if ((widths.reordering != 0 && widths.reordering != kReorderingColumns) ||
      (widths.counts != 0 && widths.counts != kCountColumns)) {
    throw ConfigError("a rule has 0 or 6 reordering scores and 0 or 3 counts");
  }
  forget();
}

void RuleTableBuilder::forget() {
  rules_ = {};
  rules_.target_first.push_back(0);
  rules_.align_first.push_back(0);
  source_symbols_.clear();
  groups_.clear();
  in_order_ = true;
  bytes_ = 0;
}

void RuleTableBuilder::check(const RuleEntry& rule) const {
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
  if (rule.alignment.size() > std::numeric_limits<std::uint16_t>::max()) {
    throw Error("a rule has more than 65535 links");
  }
  if (size() == std::numeric_limits<RuleId>::max() - 1) {
    throw Error("a rule table holds at most 2^32 - 2 rules");
  }
}

void RuleTableBuilder::add(const RuleEntry& rule) {
  check(rule);
  if (groups_.empty() || !std::ranges::equal(source(groups_.back()), rule.source)) {
    if (bytes_ > budget_.memory) spill();
    if (in_order_ && !groups_.empty())
      in_order_ = comes_before(source(groups_.back()), rule.source);
    groups_.push_back({source_symbols_.size(), static_cast<RuleId>(in_memory()),
                       static_cast<std::uint8_t>(rule.source.size())});
    append(source_symbols_, rule.source);
    bytes_ += sizeof(Group) + rule.source.size_bytes();
  }
  append(rules_.target_symbols, rule.target);
  rules_.target_first.push_back(rules_.target_symbols.size());
  append(rules_.alignment, rule.alignment);
  rules_.align_first.push_back(rules_.alignment.size());
  append_floored(rules_.scores, rule.scores);
  append_floored(rules_.reordering, rule.reordering);
  append(rules_.counts, rule.counts);
  bytes_ += rule.target.size_bytes() + rule.alignment.size_bytes() + 2 * sizeof(std::uint64_t) +
            rule.scores.size_bytes() + rule.reordering.size_bytes() + rule.counts.size_bytes();
}

std::pair<std::size_t, std::size_t> RuleTableBuilder::rules_of(std::uint32_t group) const {
  const bool is_last = group + 1 == groups_.size();
  return {groups_[group].first_rule, is_last ? in_memory() : groups_[group + 1].first_rule};
}

RuleEntry RuleTableBuilder::entry(std::uint32_t group, std::size_t rule) const {
  return {source(groups_[group]),
          list(rules_.target_symbols, rules_.target_first, rule),
          list(rules_.alignment, rules_.align_first, rule),
          row(rules_.scores, widths_.scores, rule),
          row(rules_.reordering, widths_.reordering, rule),
          row(rules_.counts, widths_.counts, rule)};
}

std::vector<std::uint32_t> RuleTableBuilder::sorted_groups() const {
  std::vector<std::uint32_t> sorted(groups_.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  if (in_order_) return sorted;
  std::ranges::stable_sort(sorted, [&](std::uint32_t a, std::uint32_t b) {
    return comes_before(source(groups_[a]), source(groups_[b]));
  });
  return sorted;
}

void RuleTableBuilder::spill() {
  if (runs_.size() >= kManyRuns) budget_.memory = std::max(2 * budget_.memory, kLeastRun);
  runs_.begin_run();
  for (const std::uint32_t group : sorted_groups()) {
    const auto [begin, end] = rules_of(group);
    runs_.add_side(source(groups_[group]), end - begin);
    for (std::size_t rule = begin; rule < end; ++rule) runs_.add_rule(entry(group, rule));
  }
  on_disk_ += in_memory();
  forget();
}

RuleTableArrays RuleTableBuilder::arrange() {
  const std::vector<std::uint32_t> order = sorted_groups();
  const auto copy_rows = [&](std::vector<float>& from, std::size_t columns, auto& to) {
    to.reserve(from.size());
    for (const std::uint32_t group : order) {
      const auto [begin, end] = rules_of(group);
      append(to, std::span<const float>(from).subspan(begin * columns, (end - begin) * columns));
    }
    from = {};
  };
  const auto copy_lists = [&](auto& from, const auto& from_first, auto& to, auto& to_first) {
    to.reserve(from.size());
    to_first.reserve(from_first.size());
    to_first.push_back(0);
    for (const std::uint32_t group : order) {
      const auto [begin, end] = rules_of(group);
      for (std::size_t rule = begin; rule < end; ++rule) {
        append(to, list(from, from_first, rule));
        to_first.push_back(to.size());
      }
    }
    from = {};
  };
  SourceTrie trie;
  for (const std::uint32_t group : order) {
    const auto [begin, end] = rules_of(group);
    trie.add(source(groups_[group]), end - begin);
  }
  RuleTableArrays out;
  if (in_order_) {
    out = std::move(rules_);
    out.set_trie(trie.finish());
    return out;
  }
  copy_rows(rules_.scores, widths_.scores, out.scores);
  copy_rows(rules_.reordering, widths_.reordering, out.reordering);
  copy_rows(rules_.counts, widths_.counts, out.counts);
  copy_lists(rules_.alignment, rules_.align_first, out.alignment, out.align_first);
  copy_lists(rules_.target_symbols, rules_.target_first, out.target_symbols, out.target_first);
  out.set_trie(trie.finish());
  return out;
}

RuleTableArrays RuleTableBuilder::merge() {
  if (in_memory() > 0) spill();
  SourceTrie trie;
  RuleFiles files(widths_, budget_.directory);
  runs_.merge([&](std::span<const Symbol> source, std::size_t rules) { trie.add(source, rules); },
              [&](const RuleEntry& rule) { files.add(rule); });
  files.finish();
  RuleTableArrays out;
  out.in_files = true;
  out.set_trie(trie.finish());
  return out;
}

RuleTableArrays RuleTableBuilder::finish() {
  RuleTableArrays out = runs_.empty() ? arrange() : merge();
  forget();
  on_disk_ = 0;
  return out;
}

}  // namespace dragoman::grammar
