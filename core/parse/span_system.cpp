#include "parse/span_system.hpp"

#include <algorithm>

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::parse {

void SpanLabels::check() const {
  std::uint8_t all = 0;
  for (const std::uint8_t use : uses) all |= use;
  if ((all & kWhole) == 0) throw ModelError("the parser has no label for whole sentences");
  if (actions() >= kNoAction) throw ModelError("the parser has too many labels");
}

void SpanSystem::list_actions(const State& state, std::vector<Class>& actions) const {
  if (!state.awaits_label) {
    if (state.next < sentence_.words.size()) actions.push_back(kShiftWord);
    if (state.top != nullptr && state.top->below != nullptr) actions.push_back(kCombine);
    return;
  }
  const bool whole = state.top->begin == 0 && state.top->end == sentence_.words.size();
  if (!whole) actions.push_back(kNoLabel);
  if (!whole && state.top->levels + 1 >= kMostLevels) return;
  const std::uint8_t use = whole ? SpanLabels::kWhole : SpanLabels::kInside;
  for (std::size_t label = 0; label < labels_.uses.size(); ++label) {
    if ((labels_.uses[label] & use) != 0) {
      actions.push_back(static_cast<Class>(kFirstLabel + label));
    }
  }
}

bool SpanSystem::is_punctuation(const SpanItem& item) const {
  if (item.end - item.begin != 1) return false;
  return labels_.punctuation[sentence_.tags[static_cast<std::size_t>(item.begin)]] != 0;
}

SpanItem SpanSystem::word_item(std::int32_t word, const SpanItem* below) const {
  const std::uint32_t tag = tag_symbol(sentence_.tags[static_cast<std::size_t>(word)]);
  return {below, word, word + 1, tag, tag, tag, 1, hash_combine(0, tag), word, 0, word, word};
}

SpanItem SpanSystem::combined(const SpanItem& left, const SpanItem& right) const {
  SpanItem item = left;
  if (left.symbol != kPartial) {
    item.symbol = kPartial;
    item.first = left.symbol;
    item.children = 1;
    item.sequence = hash_combine(0, left.symbol);
  }
  // A right part without a label is no child of its own: its children join those of the left.
  const bool joins = right.symbol == kPartial;
  item.end = right.end;
  item.last = joins ? right.last : right.symbol;
  item.children += joins ? right.children : 1;
  item.sequence = hash_combine(item.sequence, joins ? right.sequence : right.symbol);
  item.split = right.begin;
  item.levels = std::max(left.levels, right.levels);
  if (is_punctuation(left)) item.head = right.head;
  if (!is_punctuation(right)) item.last_head = right.last_head;
  return item;
}

SpanItem SpanSystem::labelled(const SpanItem& item, Class action) const {
  SpanItem result = item;
  result.symbol = label_symbol(action);
  ++result.levels;
  const bool last = (labels_.uses[action - kFirstLabel] & SpanLabels::kHeadLast) != 0;
  // A child of the same kind is the head: of two, the first.
  const bool same_first = item.first == result.symbol, same_last = item.last == result.symbol;
  if (!same_first && (same_last || last)) result.head = item.last_head;
  result.last_head = result.head;
  return result;
}

SpanSystem::State* SpanSystem::apply(const State& state, Class action, Arena& arena) const {
  auto* next = arena.make<State>(state);
  next->awaits_label = !state.awaits_label;
  if (action == kShiftWord) {
    next->top = arena.make<SpanItem>(word_item(next->next++, state.top));
  } else if (action == kCombine) {
    next->top = arena.make<SpanItem>(combined(*state.top->below, *state.top));
  } else if (action != kNoLabel) {
    next->top = arena.make<SpanItem>(labelled(*state.top, action));
  }
  return next;
}

}  // namespace dragoman::parse
