#include "grammar/extract/rule_extractor.hpp"

#include <algorithm>

namespace dragoman::grammar {

std::span<const RuleInstance> RuleExtractor::extract(std::uint32_t line) {
  const IndexedText& text = segment_.from;
  begin_ = text.begin[line];
  std::uint32_t end = begin_;
  while (text.text[end] != kLineEnd) ++end;
  found_.clear();
  find_phrases(begin_, end);
  for (const auto& starting : phrases_) {
    for (const SpanPair& phrase : starting) {
      if (phrase.to.size() > limits_.max_span) continue;
      const RuleInstance whole{phrase, {}, 0};
      add(whole);
      add_holes(whole, phrase.from.begin);
    }
  }
  return found_;
}

void RuleExtractor::find_phrases(std::uint32_t begin, std::uint32_t end) {
  phrases_.assign(end - begin, {});
  linked_.assign(end - begin + 1, 0);
  for (std::uint32_t i = begin; i < end; ++i) {
    linked_[i - begin + 1] = linked_[i - begin] + (segment_.from.links_of(i).empty() ? 0 : 1);
  }
  for (std::uint32_t i = begin; i < end; ++i) {
    const auto longest = static_cast<std::uint32_t>(limits_.max_span);
    for (std::uint32_t j = i + 1; j <= std::min(end, i + longest); ++j) {
      const WordSpan from{i, j};
      if (const auto to = tight_translation(segment_, from))
        phrases_[i - begin].push_back({from, *to});
    }
  }
}

void RuleExtractor::add(const RuleInstance& instance) {
  if (!allowed(instance, limits_)) return;
  std::uint32_t linked = linked_words(instance.whole.from);
  for (std::size_t h = 0; h < instance.arity; ++h) linked -= linked_words(instance.holes[h].from);
  if (linked > 0) found_.push_back(instance);
}

void RuleExtractor::add_holes(const RuleInstance& instance, std::uint32_t first) {
  if (instance.arity == limits_.max_non_terminals) return;
  const WordSpan whole = instance.whole.from;
  for (std::uint32_t i = first; i < whole.end; ++i) {
    for (const SpanPair& phrase : phrases_[i - begin_]) {
      if (phrase.from.end > whole.end) break;  // the next ones are longer
      if (phrase.from == whole || phrase.from.size() < limits_.min_hole) continue;
      RuleInstance longer = instance;
      longer.holes[longer.arity++] = phrase;
      add(longer);
      add_holes(longer, phrase.from.end);
    }
  }
}

}  // namespace dragoman::grammar
