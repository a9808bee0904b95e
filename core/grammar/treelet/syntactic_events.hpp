// The decisions by which the syntactic language model makes a tree (score_SYN of Carreras & Collins
// 2009; models of this kind: Collins 1997, Charniak 2001).
//
// Every head makes its modifiers on each side from the inside out. At a node of its spine it
// decides: another modifier here, one on a higher copy of the node, or on to the next node; after
// the highest node the side is complete. So to stop is to go up to the end. A modifier is made in
// three steps: the label at its top, its spine, its word. The root is made like a modifier of an
// artificial node TOP.
//
// What a decision depends on is a row of contexts from the most specific to the most general. The
// adjunctions' kinds (s, r) follow from the copies; whether modifiers of the left and of the right
// side share an upper copy is not modelled.
#pragma once

#include <array>
#include <cstdint>

#include "grammar/treelet/spine.hpp"

namespace dragoman::treelet {

enum class Side : std::uint8_t { kLeft, kRight };
enum class Action : std::uint8_t { kHere, kCopy, kUp };

/// How far a head has come on one side.
struct SideState {
  std::uint8_t node = 0;
  bool upper = false;   ///< on a copy above the lowest
  bool fresh = false;   ///< the last modifier hangs on this copy of the node
  Name last = kNoName;  ///< label of the last modifier on this side
  friend bool operator==(const SideState&, const SideState&) = default;
};

struct Lexeme {
  const Spine* spine;
  Name word;
};

inline constexpr std::size_t kLevels = 4;

/// What is decided.
enum class Decision : std::uint8_t { kAction, kLabel, kSpine, kWord };
inline constexpr std::size_t kDecisions = 4;

struct Event {
  Decision decision;
  std::array<std::uint64_t, kLevels> contexts;  ///< the most specific first
  std::uint64_t outcome;
};

Event action_event(const Lexeme& head, Side side, const SideState& state, Action action);
/// The three steps of making a modifier; the state is that after the action.
std::array<Event, 3> modifier_events(const Lexeme& head, Side side, const SideState& state,
                                     const Lexeme& modifier);
std::array<Event, 3> root_events(const Lexeme& root);
/// The last two steps of making a modifier of which nothing is known but its label.
std::array<Event, 2> usual_events(const Lexeme& modifier);

/// Goes on to a copy of a node, given as a node and whether it is the copy of the last modifier and
/// an upper one; calls act(state, action) for each decision. Afterwards the state is at the copy.
template <typename Act>
void move_to(SideState& state, std::uint8_t node, bool same, bool upper, Act&& act) {
  for (; state.node < node; ++state.node, state.upper = state.fresh = false) {
    act(state, Action::kUp);
  }
  const bool here = state.fresh ? same : !upper;
  act(state, here ? Action::kHere : Action::kCopy);
  state.upper = upper;
}

/// All decisions after the last modifier.
template <typename Act>
void stop(SideState state, const Spine& spine, Act&& act) {
  for (; state.node < spine.nodes.size(); ++state.node, state.upper = state.fresh = false) {
    act(state, Action::kUp);
  }
}

}  // namespace dragoman::treelet
