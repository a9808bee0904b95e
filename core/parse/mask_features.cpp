// The features of sentences whose words are hidden: only the lengths of the words are known, and
// what was made of them so far. Windows of lengths stand in the place of words.
#include "parse/span_system.hpp"
#include "parse/tagging.hpp"

namespace dragoman::parse {
namespace {

/// Templates of the tagger are numbered from here, apart from those of words that are shown.
constexpr std::uint64_t kMaskTemplates = 1000;

/// Positions are told apart up to here.
constexpr std::int32_t kFarthest = 6;

}  // namespace

void Tagging::list_mask_features(const State& state, FeatureList& f) const {
  const std::int32_t i = state.position;
  const auto length = [&](std::int32_t k) { return words_[i + k].mask; };
  const std::int32_t before = std::min(i, kFarthest);
  const std::int32_t after = std::min(words_.size() - i, kFarthest);
  const std::uint32_t a3 = length(-3), a2 = length(-2), a1 = length(-1), l = length(0);
  const std::uint32_t b1 = length(1), b2 = length(2), b3 = length(3), b4 = length(4);
  f.clear(kMaskTemplates);
  f.add(l);
  f.add(a1, l);
  f.add(l, b1);
  f.add(a1, l, b1);
  f.add(a2, a1, l);
  f.add(l, b1, b2);
  f.add(a2, a1, l, b1);
  f.add(a1, l, b1, b2);
  f.add(l, b1, b2, b3);
  f.add(a2, a1, l, b1, b2);
  f.add(a3, a2, a1, l);
  f.add(a3, a2, a1, l, b1, b2, b3);
  f.add(l, b1, b2, b3, b4);
  f.add(l, before);
  f.add(l, after);
  f.add(l, b1, after);
  f.add(state.last);
  f.add(state.last, l);
  f.add(state.last, l, b1);
  f.add(state.last, l, b1, b2);
  f.add(state.last, a1, l);
  f.add(state.last, a1, l, b1);
  f.add(state.last, l, before);
  f.add(state.last, l, after);
  f.add(state.last, state.before_last);
  f.add(state.last, state.before_last, l);
  f.add(state.last, state.before_last, l, b1);
  f.add(state.last, state.before_last, a1, l);
  f.add(state.last, state.before_last, a1, l, b1);
  f.add(state.last, state.before_last, l, b1, b2);
}

void SpanSystem::list_mask_features(const State& state, FeatureList& f) const {
  const auto length = [&](std::int32_t k) { return sentence_.words[k].mask; };
  const SpanItem* top = state.top;
  const auto add_window = [&](std::int32_t at) {
    f.add(length(at - 2), length(at - 1), length(at), length(at + 1));
    f.add(length(at - 1), length(at), length(at + 1));
    f.add(length(at - 2), length(at - 1), length(at));
    f.add(length(at), length(at + 1), length(at + 2));
    f.add(length(at - 3), length(at - 2), length(at - 1));
  };
  add_window(state.next);
  f.add(std::min(sentence_.words.size() - state.next, kFarthest), length(state.next - 1));
  if (top == nullptr) return;
  add_window(top->begin);
  f.add(top->symbol, std::min(top->end - top->begin, kFarthest), length(top->begin));
  f.add(top->symbol, length(top->begin), length(top->end - 1), length(top->end));
  f.add(top->symbol, length(top->begin - 1), length(top->begin), length(top->end - 1),
        length(top->end));
  if (top->end - top->begin > 4) return;
  std::uint64_t all = 0;
  for (std::int32_t i = top->begin; i < top->end; ++i) all = all << 8 | length(i);
  f.add(all);
  f.add(all, length(top->begin - 1));
  f.add(all, length(top->end));
}

}  // namespace dragoman::parse
