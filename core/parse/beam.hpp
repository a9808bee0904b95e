// Beam search through a transition system, and learning with it.
//
// A system turns a sentence into its analysis by a sequence of actions whose number depends on the
// length of the sentence only, so that states after as many actions can be compared. It has
//
//   struct State : Step<State> { ... };         // made in an arena, never changed afterwards
//   std::size_t steps() const;
//   State* start(Arena&) const;
//   void list_features(const State&, FeatureList&) const;
//   void list_actions(const State&, std::vector<Class>&) const;   // the legal ones; never none
//   State* apply(const State&, Class action, Arena&) const;
//
// The score of a state is the sum of its actions' scores. `learn` is the structured perceptron with
// the "maximal violation" update (Huang, Fayong & Guo 2012): both sequences are cut where the best
// one in the beam is furthest ahead of the right one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "common/error.hpp"
#include "parse/arena.hpp"
#include "parse/averaged_weights.hpp"

namespace dragoman::parse {

/// What the search keeps of a state.
template <typename State>
struct Step {
  const State* previous = nullptr;
  std::int64_t score = 0;
  Class action = 0;   // that led here from `previous`
  bool right = true;  // in training: whether all actions so far are the right ones
};

/// Memory that is used again for the next sentence; one for each thread.
template <typename System>
struct BeamMemory {
  using State = typename System::State;
  struct Candidate {
    std::int64_t score;
    std::uint32_t parent;  // place in the beam
    Class action;
  };

  Arena arena;
  FeatureList features;
  std::vector<Score> scores;
  std::vector<Class> actions;
  std::vector<Candidate> candidates;
  std::vector<State*> beam, next;
};

/// The legal actions of a state and the scores of all classes, into memory.actions and
/// memory.scores.
template <typename System>
void score_actions(const System& system, const Weights& weights,
                   const typename System::State& state, BeamMemory<System>& memory) {
  memory.actions.clear();
  system.list_actions(state, memory.actions);
  memory.scores.assign(weights.classes(), 0);
  if (memory.actions.size() == 1 && !System::kScoresForcedActions) return;
  system.list_features(state, memory.features);
  weights.add_scores(memory.features.view(), memory.scores);
}

/// No action is right: the search is not for training.
inline constexpr Class kNoAction = 0xffff;

/// One step of all states in memory.beam, of which `width` are kept, best first. Ties go to the
/// parent that stands first, then to the smaller action.
template <typename System>
void advance_beam(const System& system, const Weights& weights, std::size_t width,
                  BeamMemory<System>& memory, Class right_action = kNoAction) {
  using Candidate = typename BeamMemory<System>::Candidate;
  const auto better = [](const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.parent != b.parent ? a.parent < b.parent : a.action < b.action;
  };
  auto& kept = memory.candidates;  // a heap with the worst on top
  kept.clear();
  for (std::uint32_t parent = 0; parent < memory.beam.size(); ++parent) {
    score_actions(system, weights, *memory.beam[parent], memory);
    const std::int64_t base = memory.beam[parent]->score;
    for (const Class action : memory.actions) {
      const Candidate candidate{base + memory.scores[action], parent, action};
      if (kept.size() == width) {
        if (!better(candidate, kept.front())) continue;
        std::pop_heap(kept.begin(), kept.end(), better);
        kept.back() = candidate;
      } else {
        kept.push_back(candidate);
      }
      std::push_heap(kept.begin(), kept.end(), better);
    }
  }
  std::sort_heap(kept.begin(), kept.end(), better);
  memory.next.clear();
  for (const Candidate& candidate : kept) {
    const auto* parent = memory.beam[candidate.parent];
    auto* state = system.apply(*parent, candidate.action, memory.arena);
    state->previous = parent;
    state->score = candidate.score;
    state->action = candidate.action;
    state->right = parent->right && candidate.action == right_action;
    memory.next.push_back(state);
  }
  memory.beam.swap(memory.next);
}

/// The best final state; it lives in memory.arena until the next search.
template <typename System>
const typename System::State* search(const System& system, const Weights& weights,
                                     std::size_t width, BeamMemory<System>& memory) {
  memory.arena.clear();
  memory.beam.assign(1, system.start(memory.arena));
  for (std::size_t step = 0; step < system.steps(); ++step) {
    advance_beam(system, weights, width, memory);
  }
  return memory.beam.front();
}

/// The actions that led to a state.
template <typename State>
std::vector<Class> actions_to(const State* state) {
  std::vector<Class> actions;
  for (; state->previous != nullptr; state = state->previous) actions.push_back(state->action);
  std::reverse(actions.begin(), actions.end());
  return actions;
}

/// The score of a whole sequence of actions. Throws ConfigError where one is not legal or some are
/// missing.
template <typename System>
std::int64_t score_sequence(const System& system, const Weights& weights,
                            std::span<const Class> actions) {
  BeamMemory<System> memory;
  if (actions.size() != system.steps()) throw ConfigError("expected a whole sequence of actions");
  const auto* state = system.start(memory.arena);
  std::int64_t score = 0;
  for (const Class action : actions) {
    score_actions(system, weights, *state, memory);
    if (std::find(memory.actions.begin(), memory.actions.end(), action) == memory.actions.end()) {
      throw ConfigError("an action is not legal");
    }
    score += memory.scores[action];
    state = system.apply(*state, action, memory.arena);
  }
  return score;
}

/// Changes the weights of the actions that led to `state`, back to where the right path leaves it.
template <typename System>
void change_weights(const System& system, const typename System::State* state,
                    const typename System::State* until, int change, AveragedWeights& weights,
                    BeamMemory<System>& memory) {
  for (; state != until; state = state->previous) {
    memory.actions.clear();
    system.list_actions(*state->previous, memory.actions);
    if (memory.actions.size() == 1 && !System::kScoresForcedActions) continue;
    system.list_features(*state->previous, memory.features);
    weights.update(memory.features.view(), state->action, change);
  }
}

/// Learns from one sentence whose right actions are given. Returns whether the best state was
/// right.
template <typename System>
bool learn(const System& system, std::span<const Class> right_actions, std::size_t width,
           AveragedWeights& weights, BeamMemory<System>& memory) {
  using State = typename System::State;
  memory.arena.clear();
  State* start = system.start(memory.arena);
  memory.beam.assign(1, start);
  const State* right = start;
  const State *worst_right = nullptr, *worst_best = nullptr;
  std::int64_t violation = -1;
  for (const Class action : right_actions) {
    score_actions(system, weights, *right, memory);
    State* next = system.apply(*right, action, memory.arena);
    next->previous = right;
    next->score = right->score + memory.scores[action];
    next->action = action;
    right = next;
    advance_beam(system, weights, width, memory, action);
    const State* best = memory.beam.front();
    if (!best->right && best->score - right->score > violation) {
      violation = best->score - right->score;
      worst_right = right;
      worst_best = best;
    }
  }
  weights.next_step();
  if (memory.beam.front()->right) return true;
  const State* until = worst_best;  // the last state on the best path that is right
  while (!until->right) until = until->previous;
  const State* fork = worst_right;  // its twin on the right path
  for (const State* a = worst_best; a != until; a = a->previous) fork = fork->previous;
  change_weights(system, worst_right, fork, +1, weights, memory);
  change_weights(system, worst_best, until, -1, weights, memory);
  return false;
}

}  // namespace dragoman::parse
