"""The arc-hybrid system in plain Python, the twin of core/parse/arc_hybrid.cpp."""

from __future__ import annotations

from collections.abc import Iterator

SHIFT = 0
UNDER_ROOT, UNDER_WORD = 1, 2


def left(label: int) -> int:
    return 1 + 2 * label


def right(label: int) -> int:
    return 2 + 2 * label


def replay(actions: list[int]) -> tuple[list[int], list[int]]:
    """Heads (the length is the root) and labels that a sequence of actions makes."""
    size = len(actions) // 2
    heads, labels = [-1] * size, [-1] * size
    stack: list[int] = []
    front = 0
    for action in actions:
        if action == SHIFT:
            stack.append(front)
            front += 1
            continue
        child = stack.pop()
        labels[child] = (action - 1) // 2
        heads[child] = front if action % 2 else stack[-1]
    assert not stack and front == size
    return heads, labels


def sequences(size: int, uses: list[int], one_root: bool) -> Iterator[list[int]]:
    """Every legal sequence of actions for a sentence of this length."""

    def extend(actions: list[int], depth: int, front: int) -> Iterator[list[int]]:
        if front == size and depth == 0:
            yield actions
            return
        at_root = front == size
        if not at_root:
            yield from extend([*actions, SHIFT], depth + 1, front + 1)
        for label, use in enumerate(uses):
            wanted = UNDER_ROOT if at_root else UNDER_WORD
            if depth and use & wanted and not (at_root and one_root and depth > 1):
                yield from extend([*actions, left(label)], depth - 1, front)
            if depth > 1 and use & UNDER_WORD:
                yield from extend([*actions, right(label)], depth - 1, front)

    return extend([], 0, 0)


def is_projective(heads: list[int]) -> bool:
    """Whether every word between a child and its head hangs below the head; the root stands at the end."""
    size = len(heads)

    def below(word: int, head: int) -> bool:
        while word not in (head, size):
            word = heads[word]
        return word == head

    return all(
        below(between, head)
        for child, head in enumerate(heads)
        for between in range(min(child, head) + 1, max(child, head))
    )
