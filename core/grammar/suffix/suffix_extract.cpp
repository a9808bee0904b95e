#include "grammar/suffix/suffix_extract.hpp"

#include <algorithm>
#include <optional>

#include "grammar/suffix/rule_finder.hpp"
#include "grammar/suffix/rule_parts.hpp"

namespace dragoman::grammar {
namespace {

void add_rules(const GappyRules& rules, const RuleTableWidths& widths, RuleTableBuilder& builder) {
  for (const GappyRules::Rule& rule : rules.rules()) add_rule(rules, rule, widths, builder);
}

void add_parts(const FoundRules& found, bool gapped, RuleParts& parts) {
  for (const auto& known : found.known) parts.add(*known, gapped);
  parts.add(found.fresh, gapped);
}

/// Those whose patterns were not looked up in added text.
void add_kept(const RuleTable& table, const KeptSides& found, std::vector<std::uint64_t> looked_up,
              RuleParts& parts) {
  std::ranges::sort(looked_up);
  for (const KeptSides::Side& side : found.sides()) {
    const auto source = found.source(side);
    if (std::ranges::binary_search(looked_up, hash_symbols(source))) continue;
    parts.add(table, source, side.node);
  }
}

}  // namespace

std::vector<FoundRules> find_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                                   Monitor& monitor) {
  RuleFinder finder(maker, text, cache, monitor);
  return finder.find(0, finder.words().size());
}

RuleTableArrays extract_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                              Monitor& monitor, const TableBudget& budget) {
  RuleFinder finder(maker, text, cache, monitor);
  RuleTableBuilder builder(maker.widths(), {budget.memory / 8, budget.directory});
  // A sum over all rules needs all of them at once.
  GroupSizes sizes(maker.can_cache() ? budget.memory / 4 : TableBudget{}.memory);
  for (std::size_t begin = 0, end = 0; begin < finder.words().size(); begin = end) {
    end = sizes.end(finder.words(), begin);
    std::vector<FoundRules> found = finder.find_scored(begin, end);
    sizes.learn(found, finder.words().places(begin, end));
    for (FoundRules& each : found) {
      for (const auto& known : each.known) add_rules(*known, maker.widths(), builder);
      add_rules(each.fresh, maker.widths(), builder);
      each = {};
    }
  }
  return builder.finish();
}

RuleTableArrays extract_rules(const RuleMaker& contiguous, const KeptRules& kept,
                              const WantedText& text, RuleCache* cache, Monitor& monitor,
                              const TableBudget& budget) {
  RuleFinder finder(contiguous, text, cache, monitor);
  std::optional<RuleFinder> added;
  if (kept.added != nullptr) added.emplace(*kept.added, text, cache, monitor);
  std::vector<KeptWalk> walks(contiguous.threads(), KeptWalk(kept.table, text, kept.span));
  RuleTableBuilder builder(contiguous.widths(), {budget.memory / 8, budget.directory});
  GroupSizes sizes(budget.memory / 4), added_sizes(budget.memory / 4);
  for (std::size_t begin = 0, end = 0; begin < finder.words().size(); begin = end) {
    end = sizes.end(finder.words(), begin);
    if (added) end = std::min(end, added_sizes.end(finder.words(), begin));
    const std::size_t places = finder.words().places(begin, end);
    const std::vector<FoundRules> found = finder.find_scored(begin, end);
    sizes.learn(found, places);
    std::vector<FoundRules> found_added(found.size());
    if (added) found_added = added->find_scored(begin, end);
    added_sizes.learn(found_added, places);
    std::vector<std::vector<RuleBatch>> batches(found.size());
    parallel_chunks(batches.size(), walks.size(), monitor, [&](std::size_t k, std::size_t worker) {
      const auto of_word = finder.words()[begin + k];
      KeptSides sides;
      walks[worker].walk(text.words[of_word[0]], of_word, sides);
      RuleParts parts(contiguous.widths(), kept.top);
      add_parts(found[k], false, parts);
      add_parts(found_added[k], true, parts);
      add_kept(kept.table, sides, std::move(found_added[k].of_added), parts);
      parts.drain(batches[k]);
    });
    // Words ascend, so that rules come in the order of a table: by length, then by words.
    std::size_t longest = 0;
    for (const auto& batch : batches) longest = std::max(longest, batch.size());
    for (std::size_t length = 1; length < longest; ++length) {
      for (auto& batch : batches) {
        if (length < batch.size()) batch[length].drain(contiguous.widths(), builder);
      }
    }
  }
  return builder.finish();
}

}  // namespace dragoman::grammar
