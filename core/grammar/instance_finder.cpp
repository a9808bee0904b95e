#include "grammar/instance_finder.hpp"

#include <algorithm>

namespace dragoman::grammar {

void InstanceFinder::find(std::span<const std::uint32_t> positions) {
  found_.clear();
  places_.clear();
  const IndexedText& text = segment_.from;
  words_ = {positions.front(), positions.back() + 1};
  if (words_.size() > limits_.max_span) return;
  // A word of the rule that has a link has it to a word of the rule: holes have no links outside.
  const bool linked = std::ranges::any_of(
      positions, [&](std::uint32_t position) { return !text.links_of(position).empty(); });
  if (!linked) return;
  const auto room = static_cast<std::uint32_t>(limits_.max_span - words_.size());
  const std::uint32_t line = text.line[words_.begin];
  auto& before = places_.emplace_back(1);
  std::uint32_t first = words_.begin - std::min(room, words_.begin - text.begin[line]);
  for (; first < words_.begin; ++first) fill({first, words_.begin}, before);
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (positions[i] == positions[i - 1] + 1) continue;
    auto& gap = places_.emplace_back();
    fill({positions[i - 1] + 1, positions[i]}, gap);
    if (gap.empty()) return;
  }
  auto& after = places_.emplace_back(1);
  for (std::uint32_t end = words_.end + 1;
       end <= words_.end + room && text.text[end - 1] != kLineEnd; ++end) {
    fill({words_.end, end}, after);
  }
  descend(0, {});
}

void InstanceFinder::fill(WordSpan stretch, std::vector<Filling>& out) const {
  if (const auto to = tight_translation(segment_, stretch)) {
    out.push_back({{SpanPair{stretch, *to}, {}}, 1});
  }
  if (source_ && !limits_.adjacent) return;
  for (std::uint32_t middle = stretch.begin + 1; middle < stretch.end; ++middle) {
    const WordSpan first{stretch.begin, middle}, second{middle, stretch.end};
    const auto one = tight_translation(segment_, first);
    if (!one) continue;
    const auto other = tight_translation(segment_, second);
    if (other) out.push_back({{SpanPair{first, *one}, SpanPair{second, *other}}, 2});
  }
}

void InstanceFinder::descend(std::size_t place, RuleInstance instance) {
  if (place == places_.size()) {
    add(instance);
    return;
  }
  for (const Filling& filling : places_[place]) {
    if (instance.arity + filling.arity > limits_.max_non_terminals) continue;
    RuleInstance longer = instance;
    for (std::size_t h = 0; h < filling.arity; ++h) longer.holes[longer.arity++] = filling.holes[h];
    descend(place + 1, longer);
  }
}

void InstanceFinder::add(RuleInstance instance) {
  WordSpan& whole = instance.whole.from;
  whole = words_;
  if (instance.arity > 0) {
    whole.begin = std::min(whole.begin, instance.holes[0].from.begin);
    whole.end = std::max(whole.end, instance.holes[instance.arity - 1].from.end);
  }
  if (whole.size() > limits_.max_span) return;
  const auto to = tight_translation(segment_, whole);
  if (!to) return;
  instance.whole.to = *to;
  if (!source_) instance = reversed(instance);
  if (allowed(instance, limits_)) found_.push_back(instance);
}

}  // namespace dragoman::grammar
