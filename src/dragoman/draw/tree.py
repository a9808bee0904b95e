"""Dependency trees: arcs above the words (SVG), and one word a line, indented below its head (text)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.draw.ties import of_source

_INK = "#333"


def tree_lines(tree: DependencyTree) -> Iterator[str]:
    """Yield the words with their positions, counted from 1, each indented below its head.

    Args:
        tree: The tree.
    """
    children = tree.children()
    waiting = [(root, 0) for root in reversed(tree.roots)]
    while waiting:
        word, depth = waiting.pop()
        yield f"{'  ' * depth}{tree.words[word]}/{word + 1}"
        waiting += [(child, depth + 1) for child in reversed(children[word])]


def arcs_height(tree: DependencyTree) -> int:
    """The room that the arcs need above the words."""
    return max((_height(tree, word) for word in range(len(tree))), default=20)


def arcs(tree: DependencyTree, centres: Sequence[float], y: float) -> list[str]:
    """Arcs from heads to dependents that end at height ``y``; ``centres`` are those of the words."""
    return [_arc(tree, word, centres, y) for word in range(len(tree))]


def _height(tree: DependencyTree, word: int) -> int:
    head = tree.heads[word]
    return 20 if head == ROOT else 16 + 10 * abs(head - word)


def _arc(tree: DependencyTree, word: int, centres: Sequence[float], y: float) -> str:
    head, height = tree.heads[word], _height(tree, word)
    to, tie = centres[word], of_source(word)
    if head == ROOT:
        path = f"M{to:.1f} {y - height:.1f}V{y:.1f}"
        return f'<path class="arc" d="{path}" fill="none" stroke="{_INK}"{tie}/>'
    start = centres[head] + (4 if word > head else -4)
    return (
        f'<path class="arc" d="M{start:.1f} {y:.1f}C{start:.1f} {y - height:.1f} {to:.1f} {y - height:.1f} '
        f'{to:.1f} {y:.1f}" fill="none" stroke="{_INK}"{tie}/>'
        f'<circle class="dot" cx="{to:.1f}" cy="{y:.1f}" r="2.5" fill="{_INK}"/>'
    )
