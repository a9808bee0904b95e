#include "grammar/treelet/syntactic_events.hpp"

#include <algorithm>
#include <initializer_list>

#include "common/hash.hpp"

namespace dragoman::treelet {
namespace {

/// A context that was never seen.
constexpr std::uint64_t kNoContext = 0;

/// A context; decision and level keep contexts of different decisions apart. Never 0.
std::uint64_t context(Decision decision, std::uint64_t level,
                      std::initializer_list<std::uint64_t> values) {
  std::uint64_t hash = mix64(level * kDecisions + static_cast<std::uint64_t>(decision) + 1);
  for (const std::uint64_t value : values) hash = hash_combine(hash, value);
  return hash | 1;
}

/// What a modifier hangs on.
struct Place {
  std::uint64_t side;
  Name label, below, above;
  std::uint64_t flags;  // upper, fresh
  Name last, head_tag, head_word;
};

Place place_of(const Lexeme& head, Side side, const SideState& state) {
  const Spine& spine = *head.spine;
  const std::size_t node = state.node;
  const Name above = node + 1 < spine.nodes.size() ? spine.nodes[node + 1] : kNoName;
  return {static_cast<std::uint64_t>(side),
          spine.nodes[node],
          spine.below(node),
          above,
          static_cast<std::uint64_t>(state.upper) * 2 + static_cast<std::uint64_t>(state.fresh),
          state.last,
          spine.tag,
          head.word};
}

std::array<Event, 3> events_of(const Place& p, const Lexeme& modifier) {
  const Spine& spine = *modifier.spine;
  const Name top = spine.top();
  constexpr auto kLabel = Decision::kLabel, kSpine = Decision::kSpine, kWord = Decision::kWord;
  const std::uint64_t upper = p.flags / 2;
  const Event label{
      kLabel,
      {context(kLabel, 0, {p.side, p.label, p.below, upper, p.last, p.head_tag, p.head_word}),
       context(kLabel, 1, {p.side, p.label, p.below, upper, p.last, p.head_tag}),
       context(kLabel, 2, {p.side, p.label, p.below, upper, p.last}),
       context(kLabel, 3, {p.side, p.label})},
      top};
  const Event chain{kSpine,
                    {context(kSpine, 0, {top, p.side, p.label, p.below, p.head_tag, p.head_word}),
                     context(kSpine, 1, {top, p.side, p.label, p.below, p.head_tag}),
                     context(kSpine, 2, {top, p.label}), context(kSpine, 3, {top})},
                    spine.whole};
  const Event word{kWord,
                   {context(kWord, 0, {spine.whole, p.side, p.label, p.head_tag, p.head_word}),
                    context(kWord, 1, {spine.whole, p.side, p.label, p.head_tag}),
                    context(kWord, 2, {spine.whole}), context(kWord, 3, {spine.tag})},
                   modifier.word};
  return {label, chain, word};
}

}  // namespace

Event action_event(const Lexeme& head, Side side, const SideState& state, Action action) {
  const Place p = place_of(head, side, state);
  constexpr auto kAction = Decision::kAction;
  return {kAction,
          {context(kAction, 0,
                   {p.side, p.label, p.below, p.above, p.flags, p.last, p.head_tag, p.head_word}),
           context(kAction, 1, {p.side, p.label, p.below, p.above, p.flags, p.last, p.head_tag}),
           context(kAction, 2, {p.side, p.label, p.below, p.above, p.flags, p.last}),
           context(kAction, 3, {p.side, p.label, p.flags})},
          static_cast<std::uint64_t>(action) + 1};
}

std::array<Event, 3> modifier_events(const Lexeme& head, Side side, const SideState& state,
                                     const Lexeme& modifier) {
  return events_of(place_of(head, side, state), modifier);
}

std::array<Event, 2> usual_events(const Lexeme& modifier) {
  const auto [label, chain, word] = events_of({}, modifier);
  Event usual_chain = chain, usual_word = word;
  std::fill_n(usual_chain.contexts.begin(), 3, kNoContext);
  std::fill_n(usual_word.contexts.begin(), 2, kNoContext);
  return {usual_chain, usual_word};
}

std::array<Event, 3> root_events(const Lexeme& root) {
  static const Name top = name_of("TOP");
  return events_of({0, top, kNoName, kNoName, 0, kNoName, kNoName, kNoName}, root);
}

}  // namespace dragoman::treelet
