// The arrays of a rule table: opened, walked through and looked up.
#include "grammar/table/rule_table.hpp"

#include "arrays.hpp"

namespace fuzz {

using namespace dragoman;
using grammar::RuleId;
using grammar::RuleTable;

namespace {

RuleTable::Words words_of(const Arrays& arrays, const std::string& side) {
  return {arrays.text(side + "_bytes"), arrays.get<std::uint64_t>(side + "_offsets"),
          arrays.get<std::uint32_t>(side + "_slots")};
}

/// Reads every number of a rule, so that what lies outside of an array is noticed.
double sum(const RuleTable& table, RuleId rule) {
  double total = 0;
  for (const Symbol symbol : table.target(rule)) {
    total += symbol;
    if (symbol >= 0) total += table.target_vocabulary().word(static_cast<WordId>(symbol)).size();
  }
  for (const auto point : table.alignment(rule)) total += point.source + point.target;
  for (const float score : table.scores(rule)) total += score;
  for (const float score : table.reordering(rule)) total += score;
  for (const float count : table.counts(rule)) total += count;
  return total;
}

}  // namespace

void use(const Arrays& arrays) {
  grammar::RuleTableView view;
  view.trie_first = arrays.get<std::uint32_t>("trie_first");
  view.trie_symbol = arrays.get<Symbol>("trie_symbol");
  view.trie_rules = arrays.get<std::uint32_t>("trie_rules");
  view.target_first = arrays.get<std::uint64_t>("target_first");
  view.target_symbols = arrays.get<Symbol>("target_symbols");
  view.align_first = arrays.get<std::uint64_t>("align_first");
  view.alignment = arrays.get<grammar::AlignmentPoint>("alignment");
  view.scores = arrays.get<float>("scores");
  view.reordering = arrays.get<float>("reordering");
  view.counts = arrays.get<float>("counts");
  const RuleTable table(
      words_of(arrays, "source"), words_of(arrays, "target"), view,
      {arrays.setting("score_columns"), view.reordering.empty() ? 0 : grammar::kReorderingColumns});
  volatile double total = 0;
  for (RuleTable::Node node = 0; node < table.nodes(); ++node) {
    const auto [first, last] = table.rules(node);
    for (RuleId rule = first; rule < last; ++rule) total = total + sum(table, rule);
    const auto [child, end] = table.children(node);
    if (child < end) table.child(node, table.symbol(child));
  }
  for (const char* word : {"das", "haus", "x"}) {
    const WordId id = table.source_vocabulary().find(word);
    if (id != kNoWord) table.child(table.root(), static_cast<Symbol>(id));
  }
}

}  // namespace fuzz
