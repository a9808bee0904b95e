#include "grammar/table/rule_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.hpp"

namespace dragoman::grammar {
namespace {

void require(bool condition, const char* what) {
  if (!condition) throw ModelError(std::string("the rule table's ") + what);
}

/// first[0] = start, never falls, ends at `end`.
template <typename T>
bool is_partition(std::span<const T> first, std::uint64_t start, std::uint64_t end) {
  return !first.empty() && first.front() == start && first.back() == end &&
         std::is_sorted(first.begin(), first.end());
}

bool are_known(std::span<const Symbol> symbols, const Vocabulary& vocabulary) {
  const auto words = static_cast<std::int64_t>(vocabulary.size());
  return std::all_of(symbols.begin(), symbols.end(), [&](Symbol s) { return s < words; });
}

bool are_within(std::span<const float> values, float most) {
  return std::all_of(values.begin(), values.end(),
                     [=](float v) { return std::fabs(v) <= most; });  // false for a NaN
}

}  // namespace

RuleTable::RuleTable(const Words& source, const Words& target, const RuleTableView& arrays,
                     const Columns& columns, bool validate)
    : source_(source.bytes, source.offsets, source.slots, validate),
      target_(target.bytes, target.offsets, target.slots, validate),
      arrays_(arrays),
      score_columns_(columns.scores),
      reordering_columns_(columns.reordering) {
  check_shapes();
  if (validate) check_trie();
  measure_depth();
  if (validate) check_rules();
}

RuleTable::Node RuleTable::child(Node node, Symbol symbol) const {
  if (node == kNoNode) return kNoNode;
  const auto [begin, end] = children(node);
  const Symbol* const symbols = arrays_.trie_symbol.data();
  const Symbol* const found = std::lower_bound(symbols + begin, symbols + end, symbol);
  if (found == symbols + end || *found != symbol) return kNoNode;
  return static_cast<Node>(found - symbols);
}

void RuleTable::check_shapes() const {
  const std::size_t n = arrays_.nodes(), r = arrays_.rules();
  require(n > 0, "trie has no root");
  require(n < kNoNode && arrays_.trie_first.size() == n + 1 && arrays_.trie_rules.size() == n + 1,
          "trie arrays differ in length");
  require(r < std::numeric_limits<RuleId>::max() && arrays_.target_first.size() == r + 1 &&
              arrays_.align_first.size() == r + 1,
          "rule arrays differ in length");
  require(arrays_.scores.size() == r * score_columns_, "scores have the wrong shape");
  require((reordering_columns_ == 0 || reordering_columns_ == kReorderingColumns) &&
              arrays_.reordering.size() == r * reordering_columns_,
          "reordering scores have the wrong shape");
  require(arrays_.counts.empty() || arrays_.counts.size() == r * kCountColumns,
          "counts have the wrong shape");
}

void RuleTable::check_trie() {
  const std::size_t n = arrays_.nodes();
  require(is_partition(arrays_.trie_first, 1, n), "trie is damaged");
  require(is_partition(arrays_.trie_rules, 0, arrays_.rules()), "rules are not a node's");
  require(are_known(arrays_.trie_symbol.subspan(1), source_),
          "source sides hold words without a name");
  for (Node node = 0; node < n; ++node) {
    const auto [begin, end] = children(node);
    require(begin > node, "trie has a cycle");
    for (Node k = begin + 1; k < end; ++k) {
      require(arrays_.trie_symbol[k - 1] < arrays_.trie_symbol[k], "trie is not sorted");
    }
  }
}

void RuleTable::measure_depth() {
  // Breadth-first numbering: the children of the nodes [begin, end) of one level are the next.
  Node begin = 0, end = 1;
  while (begin < end) {
    const Node first = arrays_.trie_first[begin], last = arrays_.trie_first[end];
    require(first == end && last >= first && last <= nodes(), "trie is damaged");
    if (first == last) break;
    ++max_source_length_;
    begin = first;
    end = last;
  }
  require(max_source_length_ <= kMaxSideLength, "source sides are too long");
}

void RuleTable::check_rules() const {
  require(is_partition(arrays_.target_first, 0, arrays_.target_symbols.size()),
          "target sides are damaged");
  require(is_partition(arrays_.align_first, 0, arrays_.alignment.size()), "alignment is damaged");
  require(are_known(arrays_.target_symbols, target_), "target sides hold words without a name");
  require(are_within(arrays_.scores, kLargestNumber) &&
              are_within(arrays_.reordering, kLargestNumber) &&
              are_within(arrays_.counts, std::numeric_limits<float>::max()),
          "scores are not all numbers from -1e9 to 1e9");
  std::size_t depth = 0;
  Node level_end = 1;
  for (Node node = 0; node < nodes(); ++node) {
    if (node == level_end) {
      level_end = arrays_.trie_first[node];
      ++depth;
    }
    const auto [begin, end] = rules(node);
    for (RuleId rule = begin; rule < end; ++rule) {
      const std::size_t length = target(rule).size();
      require(length <= kMaxSideLength, "target sides are too long");
      for (const AlignmentPoint point : alignment(rule)) {
        require(point.source < depth && point.target < length, "alignment leaves its rule");
      }
    }
  }
}

}  // namespace dragoman::grammar
