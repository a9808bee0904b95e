#include "grammar/suffix/suffix_extract.hpp"

#include <algorithm>
#include <optional>

#include "grammar/suffix/rule_finder.hpp"
#include "grammar/suffix/rule_parts.hpp"
#include "grammar/table/batch_table.hpp"

namespace dragoman::grammar {
namespace {

/// Rules of some first words: of each word by length.
using WordBatches = std::vector<std::vector<RuleBatch>>;

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

/// Words ascend, so that rules come in the order of a table: by length, then by words.
template <typename F>
void for_each_in_order(WordBatches& batches, F&& f) {
  std::size_t longest = 0;
  for (const auto& batch : batches) longest = std::max(longest, batch.size());
  for (std::size_t length = 1; length < longest; ++length) {
    for (auto& batch : batches) {
      if (length < batch.size()) f(batch[length]);
    }
  }
}

RuleTableArrays join(WordBatches& batches, std::size_t threads, Monitor& monitor) {
  BatchTable table;
  for_each_in_order(batches, [&](const RuleBatch& batch) { table.add(batch); });
  return table.finish(threads, monitor);
}

/// Rules whose source sides are the patterns that they were found by; `kept` or null.
RuleTableArrays extract_phrases(const RuleMaker& maker, const KeptRules* kept,
                                const WantedText& text, RuleCache* cache, Monitor& monitor,
                                const TableBudget& budget) {
  RuleFinder finder(maker, text, cache, monitor);
  std::optional<RuleFinder> added;
  std::vector<KeptWalk> walks;
  if (kept != nullptr) {
    if (kept->added != nullptr) added.emplace(*kept->added, text, cache, monitor);
    const KeptWalk walk(kept->table, text, kept->span);
    for (std::size_t worker = 0; worker < maker.threads(); ++worker) walks.push_back(walk);
  }
  RuleTableBuilder builder(maker.widths(), {budget.memory / 8, budget.directory});
  // A sum over all rules needs all of them at once.
  const std::size_t memory = maker.can_cache() ? budget.memory / 4 : TableBudget{}.memory;
  GroupSizes sizes(memory), added_sizes(memory);
  for (std::size_t begin = 0, end = 0; begin < finder.words().size(); begin = end) {
    end = sizes.end(finder.words(), begin);
    if (added) end = std::min(end, added_sizes.end(finder.words(), begin));
    const std::size_t places = finder.words().places(begin, end);
    std::vector<FoundRules> found = finder.find_scored(begin, end);
    sizes.learn(found, places);
    std::vector<FoundRules> found_added(found.size());
    if (added) found_added = added->find_scored(begin, end);
    added_sizes.learn(found_added, places);
    WordBatches batches(found.size());
    parallel_chunks(batches.size(), maker.threads(), monitor,
                    [&](std::size_t k, std::size_t worker) {
                      RuleParts parts(maker.widths(), kept != nullptr ? kept->top : 0);
                      add_parts(found[k], false, parts);
                      KeptSides sides;
                      if (kept != nullptr) {
                        const auto of_word = finder.words()[begin + k];
                        walks[worker].walk(text.words[of_word[0]], of_word, sides);
                        add_parts(found_added[k], true, parts);
                        add_kept(kept->table, sides, std::move(found_added[k].of_added), parts);
                      }
                      parts.drain(batches[k]);
                      found[k] = found_added[k] = {};
                    });
    // Without a bound there is one group.
    if (budget.memory == TableBudget{}.memory) return join(batches, maker.threads(), monitor);
    for_each_in_order(batches, [&](RuleBatch& batch) { batch.drain(maker.widths(), builder); });
  }
  return builder.finish();
}

}  // namespace

std::vector<FoundRules> find_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                                   Monitor& monitor) {
  RuleFinder finder(maker, text, cache, monitor);
  return finder.find(0, finder.words().size());
}

RuleTableArrays extract_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                              Monitor& monitor, const TableBudget& budget) {
  if (maker.sides_are_patterns()) {
    return extract_phrases(maker, nullptr, text, cache, monitor, budget);
  }
  RuleFinder finder(maker, text, cache, monitor);
  RuleTableBuilder builder(maker.widths(), {budget.memory / 8, budget.directory});
  GroupSizes sizes(budget.memory / 4);
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
  return extract_phrases(contiguous, &kept, text, cache, monitor, budget);
}

}  // namespace dragoman::grammar
