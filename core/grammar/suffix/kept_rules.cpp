#include "grammar/suffix/kept_rules.hpp"

#include <algorithm>

namespace dragoman::grammar {

void KeptWalk::walk(WordId word, std::span<const std::uint32_t> positions, KeptSides& out) {
  if (word >= table_.source_vocabulary().size()) return;  // it was added later
  const RuleTable::Node node = table_.child(table_.root(), static_cast<Symbol>(word));
  if (node == RuleTable::kNoNode) return;
  source_.assign(1, static_cast<Symbol>(word));
  visit(node, false, PatternPlaces::of_word(positions), out);
}

void KeptWalk::visit(RuleTable::Node node, bool gaps, std::span<const PatternPlaces::Place> places,
                     KeptSides& out) {
  const auto [first_rule, end_rule] = table_.rules(node);
  if (first_rule < end_rule) out.add(node, source_);
  const auto [begin, end] = table_.children(node);
  if (begin == end) return;
  const bool gap = table_.symbol(begin) == kGap;  // less than every word
  if (end - begin > (gap ? 1U : 0U)) follow(node, gaps, places_.next_words(gaps, places), out);
  if (!gap) return;
  source_.push_back(kGap);
  follow(begin, true, places_.later_words(places), out);
  source_.pop_back();
}

void KeptWalk::follow(RuleTable::Node node, bool gaps,
                      std::span<const PatternPlaces::Continuation> found, KeptSides& out) {
  const auto [begin, end] = table_.children(node);
  const auto symbols = table_.arrays().trie_symbol;
  std::vector<PatternPlaces::Place> places;
  RuleTable::Node child = begin;
  for (std::size_t i = 0, j = 0; i < found.size() && child < end; i = j) {
    const WordId word = found[i].word;
    while (j < found.size() && found[j].word == word) ++j;
    const auto there =
        std::lower_bound(symbols.begin() + child, symbols.begin() + end, static_cast<Symbol>(word));
    child = static_cast<RuleTable::Node>(there - symbols.begin());
    if (child == end || symbols[child] != static_cast<Symbol>(word)) continue;
    places.clear();
    for (std::size_t k = i; k < j; ++k) places.push_back(found[k].place);
    source_.push_back(static_cast<Symbol>(word));
    visit(child, gaps, places, out);
    source_.pop_back();
  }
}

}  // namespace dragoman::grammar
