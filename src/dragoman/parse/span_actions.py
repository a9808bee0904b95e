"""Constituency trees as the actions of the parser, and back (``core/parse/span_system.hpp``).

A tree becomes a sequence of shifts, combinations and labels. Constituents over the same words are one label, their
names joined by blanks from the top down. The label of the whole sentence begins with ``TOP``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dragoman.common.errors import FormatError
from dragoman.corpus.constituency import TOPS, ConstituencyTree

TOP = "TOP"
SHIFT, COMBINE, NO_LABEL, FIRST_LABEL = range(4)

Step = int | str
"""An action's number, or a label's name."""


def with_top(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree under a node named TOP, whatever its treebank calls that node or if it has none."""
    if tree.word is None and tree.label in TOPS:
        return ConstituencyTree(TOP, tree.children)
    return ConstituencyTree(TOP, (tree,))


def tree_steps(tree: ConstituencyTree) -> list[Step]:
    """The actions that make the tree, with the names of labels; children are combined from the left."""
    steps: list[Step] = []
    _add_steps(with_top(tree), (), steps)
    return steps


def _add_steps(node: ConstituencyTree, chain: tuple[str, ...], steps: list[Step]) -> None:
    """``chain`` holds the labels above the node over the same words."""
    if node.word is not None:
        steps += [SHIFT, " ".join(chain) if chain else NO_LABEL]
        return
    chain = (*chain, node.label)
    if len(node.children) == 1:
        _add_steps(node.children[0], chain, steps)
        return
    for number, child in enumerate(node.children, 1):
        _add_steps(child, (), steps)
        if number > 1:
            last = number == len(node.children)
            steps += [COMBINE, " ".join(chain) if last else NO_LABEL]


def tree_of(steps: Iterable[Step], words: Sequence[str], tags: Sequence[str]) -> ConstituencyTree:
    """The tree that the actions make over words with tags; its top node is TOP."""
    stack: list[list[ConstituencyTree]] = []
    position = 0
    for step in steps:
        if step == SHIFT:
            stack.append([ConstituencyTree(tags[position], (), words[position])])
            position += 1
        elif step == COMBINE:
            right = stack.pop()
            stack[-1] = stack[-1] + right
        elif isinstance(step, str):
            for label in reversed(step.split(" ")):
                stack[-1] = [ConstituencyTree(label, tuple(stack[-1]))]
    if position != len(words) or len(stack) != 1 or len(stack[0]) != 1:
        raise FormatError("the actions make no tree")
    return stack[0][0]
