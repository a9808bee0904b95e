#include "parse/arc_hybrid.hpp"

#include <algorithm>
#include <limits>

#include "common/error.hpp"

namespace dragoman::parse {
namespace {

void attach(Child child, Child (&side)[2], std::uint8_t& count, std::uint64_t& labels) {
  side[1] = side[0];
  side[0] = child;
  if (count < std::numeric_limits<std::uint8_t>::max()) ++count;
  labels |= std::uint64_t{1} << (child.label % 64);
}

}  // namespace

void ArcLabels::check() const {
  std::uint8_t all = 0;
  for (const std::uint8_t use : uses) all |= use;
  if ((all & kUnderRoot) == 0 || (one_root && (all & kUnderWord) == 0))
    throw ModelError("the parser lacks labels");
  if (actions() >= kNoAction) throw ModelError("the parser has too many labels");
}

ArcHybrid::State* ArcHybrid::start(Arena& arena) const {
  auto* state = arena.make<State>();
  state->front.word = 0;
  return state;
}

void ArcHybrid::list_actions(const State& state, std::vector<Class>& actions) const {
  const bool at_root = state.front.word == sentence_.words.size();
  const bool top = state.stack != nullptr;
  const bool second = top && state.stack->below != nullptr;
  if (!at_root) actions.push_back(kShift);
  const bool left = top && !(at_root && labels_.one_root && second);
  const std::uint8_t left_use = at_root ? ArcLabels::kUnderRoot : ArcLabels::kUnderWord;
  for (std::size_t label = 0; label < labels_.uses.size(); ++label) {
    const std::uint8_t use = labels_.uses[label];
    if (left && (use & left_use) != 0) actions.push_back(left_arc(label));
    if (second && (use & ArcLabels::kUnderWord) != 0) actions.push_back(right_arc(label));
  }
}

ArcHybrid::State* ArcHybrid::apply(const State& state, Class action, Arena& arena) const {
  auto* next = arena.make<State>(state);
  if (action == kShift) {
    next->stack = arena.make<Cell>(Cell{state.front, state.stack});
    next->front = Node{};
    next->front.word = state.front.word + 1;
    return next;
  }
  const Child child{state.stack->node.word, label_of(action)};
  if (is_left(action)) {
    Node& head = next->front;
    attach(child, head.left, head.lefts, head.left_labels);
    next->stack = state.stack->below;
  } else {
    Node head = state.stack->below->node;
    attach(child, head.right, head.rights, head.right_labels);
    next->stack = arena.make<Cell>(Cell{head, state.stack->below->below});
  }
  return next;
}

std::vector<Class> oracle_actions(std::span<const std::int32_t> heads,
                                  std::span<const std::uint16_t> labels) {
  const auto size = static_cast<std::int32_t>(heads.size());
  std::vector<std::int32_t> last_child(heads.size(), -1);
  for (std::int32_t i = 0; i < size; ++i) {
    const std::int32_t head = heads[static_cast<std::size_t>(i)];
    if (head < size) last_child[static_cast<std::size_t>(head)] = i;
  }
  std::vector<Class> actions;
  std::vector<std::int32_t> stack;
  std::int32_t front = 0;
  while (front < size || !stack.empty()) {
    if (!stack.empty()) {
      const auto top = static_cast<std::size_t>(stack.back());
      const bool has_second = stack.size() > 1;
      if (heads[top] == front) {
        actions.push_back(left_arc(labels[top]));
        stack.pop_back();
        continue;
      }
      if (has_second && heads[top] == stack[stack.size() - 2] && last_child[top] < front) {
        actions.push_back(right_arc(labels[top]));
        stack.pop_back();
        continue;
      }
    }
    if (front == size) throw ModelError("the tree is not projective");
    actions.push_back(kShift);
    stack.push_back(front++);
  }
  return actions;
}

Arcs arcs_of(std::span<const Class> actions) {
  const std::size_t size = actions.size() / 2;
  Arcs arcs{std::vector<std::int32_t>(size), std::vector<std::uint16_t>(size)};
  std::vector<std::int32_t> stack;
  std::int32_t front = 0;
  for (const Class action : actions) {
    if (action == kShift) {
      stack.push_back(front++);
      continue;
    }
    const auto child = static_cast<std::size_t>(stack.back());
    stack.pop_back();
    arcs.heads[child] = is_left(action) ? front : stack.back();
    arcs.labels[child] = label_of(action);
  }
  return arcs;
}

}  // namespace dragoman::parse
