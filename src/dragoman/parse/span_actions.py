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
Span = tuple[int, int]
"""The first word, and the one behind the last."""
Labels = tuple[str, ...]
Spans = dict[Span, Labels]
"""The labels of each span that has some, from the top down."""


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


def spans_of(steps: Iterable[Step]) -> Spans:
    """The labelled spans that the actions make."""
    spans: Spans = {}
    begins: list[int] = []
    end = 0
    for step in steps:
        if step == SHIFT:
            begins.append(end)
            end += 1
        elif step == COMBINE:
            begins.pop()
        elif isinstance(step, str):
            spans[begins[-1], end] = tuple(step.split(" "))
    return spans


def mirrored_tree(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree of the sentence that is read from its other end."""
    children = tuple(map(mirrored_tree, reversed(tree.children)))
    return ConstituencyTree(tree.label, children, tree.word)


def mirrored(spans: Spans, length: int) -> Spans:
    """The same spans in the sentence that is read from its other end."""
    return {(length - end, length - begin): labels for (begin, end), labels in spans.items()}


def tree_of(spans: Spans, words: Sequence[str], tags: Sequence[str]) -> ConstituencyTree:
    """The tree that spans make over words with tags; they do not cross, and one of them holds all words."""
    if (0, len(words)) not in spans:
        raise FormatError("the spans make no tree")
    waiting = sorted(spans, key=lambda span: (-span[0], span[1]))  # the last one begins first
    opened: list[tuple[Span, list[ConstituencyTree]]] = []
    tree = None
    for place, (word, tag) in enumerate(zip(words, tags, strict=True)):
        while waiting and waiting[-1][0] == place:
            opened.append((waiting.pop(), []))
        opened[-1][1].append(ConstituencyTree(tag, (), word))
        while opened and opened[-1][0][1] == place + 1:
            span, children = opened.pop()
            tree = _chain(spans[span], children)
            if opened:
                opened[-1][1].append(tree)
    if waiting or opened or tree is None:
        raise FormatError("the spans make no tree")
    return tree


def _chain(labels: Labels, children: list[ConstituencyTree]) -> ConstituencyTree:
    tree = ConstituencyTree(labels[-1], tuple(children))
    for label in labels[-2::-1]:
        tree = ConstituencyTree(label, (tree,))
    return tree
