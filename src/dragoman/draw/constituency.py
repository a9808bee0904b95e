"""Constituency trees as text: a constituent a line, each indented below the one that it is part of."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.corpus.constituency import ConstituencyTree


def constituency_lines(tree: ConstituencyTree) -> Iterator[str]:
    """Yield the lines of a tree; constituents over words alone take one line.

    Args:
        tree: The tree.
    """
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        flat = all(child.word is not None for child in node.children)
        yield "  " * depth + (str(node) if flat else node.label)
        if not flat:
            waiting += [(child, depth + 1) for child in reversed(node.children)]
