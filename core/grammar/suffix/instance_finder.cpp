#include "grammar/suffix/instance_finder.hpp"

#include <algorithm>

namespace dragoman::grammar {

void InstanceFinder::find(std::span<const std::uint32_t> positions) {
  found_.clear();
  fillings_.clear();
  places_.clear();
  words_ = {positions.front(), positions.back() + 1};
  if (words_.size() > limits_.max_span) return;
  // A word of the rule that has a link has it to a word of the rule: holes have no links outside.
  if (std::ranges::none_of(positions, [&](auto position) { return tight_.linked(position); })) {
    return;
  }
  std::size_t gaps = 0;
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (positions[i] != positions[i - 1] + 1) ++gaps;
  }
  if (gaps > limits_.max_non_terminals) return;
  const std::size_t outside = most_outside(positions.size(), gaps);
  const auto room = static_cast<std::uint32_t>(limits_.max_span - words_.size());
  // A span over the end of a line is not tight.
  fillings_.emplace_back();
  if (outside > 0) {
    for (std::uint32_t first = words_.begin - std::min(room, words_.begin); first < words_.begin;
         ++first) {
      fill({first, words_.begin}, outside);
    }
  }
  end_place();
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (positions[i] == positions[i - 1] + 1) continue;
    const std::size_t before = fillings_.size();
    fill({positions[i - 1] + 1, positions[i]}, limits_.max_non_terminals);
    if (fillings_.size() == before) return;
    end_place();
  }
  fillings_.emplace_back();
  if (outside > 0) {
    const std::uint32_t last = words_.end + std::min(room, tight_.size() - words_.end);
    for (std::uint32_t end = words_.end + 1; end <= last; ++end) fill({words_.end, end}, outside);
  }
  end_place();
  RuleInstance none{};
  descend(0, none);
}

std::size_t InstanceFinder::most_outside(std::size_t words, std::size_t gaps) const {
  const std::size_t holes = limits_.max_non_terminals - gaps;
  if (!source_) return holes;
  const std::size_t symbols = words + gaps;
  return symbols >= limits_.max_symbols ? 0 : std::min(holes, limits_.max_symbols - symbols);
}

void InstanceFinder::fill(WordSpan stretch, std::size_t most) {
  if (most >= 1 && hole(stretch)) fillings_.push_back({{stretch, {}}, 1});
  if (most < 2 || (source_ && !limits_.adjacent)) return;
  for (std::uint32_t middle = stretch.begin + 1; middle < stretch.end; ++middle) {
    const WordSpan first{stretch.begin, middle}, second{middle, stretch.end};
    if (hole(first) && hole(second)) fillings_.push_back({{first, second}, 2});
  }
}

void InstanceFinder::descend(std::size_t place, RuleInstance& instance) {
  if (place == places_.size()) {
    add(instance);
    return;
  }
  const std::uint32_t arity = instance.arity;
  for (std::size_t i = place == 0 ? 0 : places_[place - 1]; i < places_[place]; ++i) {
    const Filling& filling = fillings_[i];
    if (arity + filling.arity > limits_.max_non_terminals) continue;
    for (std::size_t h = 0; h < filling.arity; ++h) {
      instance.holes[arity + h].from = filling.holes[h];
    }
    instance.arity = arity + filling.arity;
    descend(place + 1, instance);
  }
  instance.arity = arity;
}

void InstanceFinder::add(RuleInstance instance) {
  WordSpan& whole = instance.whole.from;
  whole = words_;
  if (instance.arity > 0) {
    whole.begin = std::min(whole.begin, instance.holes[0].from.begin);
    whole.end = std::max(whole.end, instance.holes[instance.arity - 1].from.end);
  }
  if (whole.size() > limits_.max_span || !tight_(whole)) return;
  const std::uint32_t other_begin = tight_.other_begin(whole.begin);
  instance.whole.to = tight_.translation(whole, other_begin);
  if (instance.whole.to.size() > limits_.max_span) return;
  for (std::size_t h = 0; h < instance.arity; ++h) {
    instance.holes[h].to = tight_.translation(instance.holes[h].from, other_begin);
  }
  if (!source_) instance = reversed(instance);
  if (allowed(instance, limits_)) found_.push_back(instance);
}

}  // namespace dragoman::grammar
