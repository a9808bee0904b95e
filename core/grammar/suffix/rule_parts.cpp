#include "grammar/suffix/rule_parts.hpp"

#include <algorithm>

#include "grammar/table/source_trie.hpp"

namespace dragoman::grammar {
namespace {

constexpr std::size_t kDirectLexical = 3;  ///< its column of scores
constexpr std::size_t kJoint = 2;          ///< its column of counts

}  // namespace

void RuleParts::add(const GappyRules& rules, bool gapped) {
  const auto all = rules.rules();
  for (std::size_t i = 0, j = 0; i < all.size(); i = j) {
    while (j < all.size() && all[j].source_hash == all[i].source_hash) ++j;
    parts_.push_back({rules.source(all[i]), &rules, nullptr, i, j, gapped});
  }
}

void RuleParts::add(const RuleTable& table, std::span<const Symbol> source, RuleTable::Node node) {
  const auto [begin, end] = table.rules(node);
  parts_.push_back({source, nullptr, &table, begin, end, false});
}

bool RuleParts::is_in(const Part& part, std::size_t rule) {
  return !part.gapped || !part.looked_up->rules()[rule].contiguous;
}

void RuleParts::emit(const Part& part, std::size_t rule, RuleBatch& out) const {
  if (part.looked_up != nullptr) {
    add_rule(*part.looked_up, part.looked_up->rules()[rule], widths_, out);
    return;
  }
  const auto id = static_cast<RuleId>(rule);
  out.add({part.source, part.table->target(id), part.table->alignment(id), part.table->scores(id),
           part.table->reordering(id), part.table->counts(id)});
}

void RuleParts::mix(std::span<const Part> parts, RuleBatch& out) {
  mixed_.clear();
  for (const Part& part : parts) {
    for (std::size_t i = part.begin; i < part.end; ++i) {
      if (!is_in(part, i)) continue;
      if (part.looked_up != nullptr) {
        const GappyRules::Rule& rule = part.looked_up->rules()[i];
        mixed_.push_back({static_cast<float>(rule.joint), rule.lexical_direct,
                          part.looked_up->target(rule), &part, i});
      } else {
        const auto id = static_cast<RuleId>(i);
        mixed_.push_back({part.table->counts(id)[kJoint], part.table->scores(id)[kDirectLexical],
                          part.table->target(id), &part, i});
      }
    }
  }
  std::ranges::sort(mixed_, [](const Mixed& a, const Mixed& b) {
    if (a.joint != b.joint) return a.joint > b.joint;
    if (a.lexical != b.lexical) return a.lexical > b.lexical;
    return std::ranges::lexicographical_compare(a.target, b.target);
  });
  if (top_ > 0 && mixed_.size() > top_) mixed_.resize(top_);
  for (const Mixed& each : mixed_) emit(*each.part, each.rule, out);
}

void RuleParts::drain(std::vector<RuleBatch>& by_length) {
  std::ranges::sort(parts_,
                    [](const Part& a, const Part& b) { return comes_before(a.source, b.source); });
  if (!parts_.empty()) by_length.resize(parts_.back().source.size() + 1);
  for (std::size_t i = 0, j = 0; i < parts_.size(); i = j) {
    RuleBatch& out = by_length[parts_[i].source.size()];
    while (j < parts_.size() && std::ranges::equal(parts_[j].source, parts_[i].source)) ++j;
    if (j - i > 1) {
      mix(std::span(parts_).subspan(i, j - i), out);
      continue;
    }
    for (std::size_t rule = parts_[i].begin; rule < parts_[i].end; ++rule) {
      if (is_in(parts_[i], rule)) emit(parts_[i], rule, out);
    }
  }
  parts_.clear();
}

}  // namespace dragoman::grammar
