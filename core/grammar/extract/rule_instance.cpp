#include "grammar/extract/rule_instance.hpp"

#include <algorithm>
#include <utility>

#include "common/error.hpp"
#include "grammar/extract/gappy_rules.hpp"
#include "grammar/table/rule_table.hpp"

namespace dragoman::grammar {
namespace {

/// The first non-terminal of the source side; the second is one less.
constexpr Symbol kFirstNonTerminal = -2;

/// Calls f(position) for every word and f(hole number, ...) for every hole of one side, in order.
template <typename Word, typename Hole>
void for_each_symbol(WordSpan whole, std::span<const WordSpan> holes, Word&& word, Hole&& hole) {
  for (std::uint32_t i = whole.begin; i < whole.end;) {
    const auto found = std::ranges::find(holes, i, &WordSpan::begin);
    if (found == holes.end()) {
      word(i++);
    } else {
      hole(static_cast<std::size_t>(found - holes.begin()));
      i = found->end;
    }
  }
}

std::array<WordSpan, 2> source_holes(const RuleInstance& instance) {
  return {instance.holes[0].from, instance.holes[1].from};
}

std::array<WordSpan, 2> target_holes(const RuleInstance& instance) {
  return {instance.holes[0].to, instance.holes[1].to};
}

/// Calls f(symbol) for every symbol of one side.
template <typename F>
void for_each_symbol(std::span<const WordId> text, WordSpan whole, std::span<const WordSpan> holes,
                     F&& f) {
  for_each_symbol(
      whole, holes, [&](std::uint32_t i) { f(static_cast<Symbol>(text[i])); },
      [&](std::size_t h) { f(kFirstNonTerminal - static_cast<Symbol>(h)); });
}

void symbols_of(std::span<const WordId> text, WordSpan whole, std::span<const WordSpan> holes,
                std::vector<Symbol>& out) {
  out.clear();
  for_each_symbol(text, whole, holes, [&](Symbol symbol) { out.push_back(symbol); });
}

std::uint64_t hash_of(std::span<const WordId> text, WordSpan whole,
                      std::span<const WordSpan> holes) {
  SymbolHash hash;
  for_each_symbol(text, whole, holes, [&](Symbol symbol) { hash.add(symbol); });
  return hash.value();
}

/// An odd number whose bits are spread.
constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15ULL;

/// Calls f with the characters of an instance's alignment string.
template <typename F>
void for_each_link(const Segment& segment, const RuleInstance& instance, F&& f) {
  const auto source = source_holes(instance), target = target_holes(instance);
  const std::uint32_t line_begin = segment.from.begin[segment.from.line[instance.whole.from.begin]];
  const auto symbol_of = [&](std::uint32_t position) {
    std::uint32_t symbol = position - instance.whole.from.begin;
    for (std::size_t h = 0; h < instance.arity; ++h) {
      if (source[h].begin < position) symbol -= source[h].size() - 1;
    }
    return static_cast<char>(symbol + 1);
  };
  for_each_symbol(
      instance.whole.to, std::span(target).first(instance.arity),
      [&](std::uint32_t j) {
        for (const std::uint16_t link : segment.to.links_of(j)) f(symbol_of(line_begin + link));
        f('\0');
      },
      [&](std::size_t) { f('\0'); });
}

}  // namespace

void check(const HierarchicalLimits& limits) {
  if (limits.max_span < 1 || limits.max_span > kMaxSideLength || limits.max_symbols < 1 ||
      limits.max_symbols > kMaxSideLength || limits.max_non_terminals > 2 || limits.min_hole < 1) {
    throw ConfigError(
        "a hierarchical rule has 1 to 255 words and symbols, 0 to 2 non-terminals, and "
        "non-terminals of at least one word");
  }
}

RuleInstance reversed(const RuleInstance& instance) {
  const auto turned = [](const SpanPair& pair) { return SpanPair{pair.to, pair.from}; };
  RuleInstance out{turned(instance.whole),
                   {turned(instance.holes[0]), turned(instance.holes[1])},
                   instance.arity};
  if (out.arity == 2 && out.holes[1].from < out.holes[0].from) {
    std::swap(out.holes[0], out.holes[1]);
  }
  return out;
}

bool allowed(const RuleInstance& instance, const HierarchicalLimits& limits) {
  if (instance.arity > limits.max_non_terminals) return false;
  if (instance.whole.from.size() > limits.max_span || instance.whole.to.size() > limits.max_span) {
    return false;
  }
  std::size_t symbols = instance.whole.from.size();
  for (std::size_t h = 0; h < instance.arity; ++h) {
    const std::size_t words = instance.holes[h].from.size();
    if (words < limits.min_hole) return false;
    symbols -= words - 1;
  }
  if (symbols > limits.max_symbols) return false;
  return limits.adjacent || instance.arity < 2 ||
         instance.holes[0].from.end != instance.holes[1].from.begin;
}

void sides_of(const Segment& segment, const RuleInstance& instance, RuleSides& out) {
  const auto source = source_holes(instance), target = target_holes(instance);
  symbols_of(segment.from.text, instance.whole.from, std::span(source).first(instance.arity),
             out.source);
  symbols_of(segment.to.text, instance.whole.to, std::span(target).first(instance.arity),
             out.target);
}

std::uint64_t source_hash_of(const Segment& segment, const RuleInstance& instance) {
  const auto source = source_holes(instance);
  return hash_of(segment.from.text, instance.whole.from, std::span(source).first(instance.arity));
}

std::uint64_t target_hash_of(const Segment& segment, const RuleInstance& instance) {
  const auto target = target_holes(instance);
  return hash_of(segment.to.text, instance.whole.to, std::span(target).first(instance.arity));
}

AlignmentString alignment_of(const Segment& segment, const RuleInstance& instance) {
  AlignmentString out;
  for_each_link(segment, instance, [&](char symbol) { out += symbol; });
  return out;
}

std::uint64_t alignment_hash_of(const Segment& segment, const RuleInstance& instance) {
  std::uint64_t hash = 0;
  for_each_link(segment, instance, [&](char symbol) {
    hash = hash * kMultiplier + static_cast<unsigned char>(symbol) + 1;
  });
  return mix64(hash);
}

}  // namespace dragoman::grammar
