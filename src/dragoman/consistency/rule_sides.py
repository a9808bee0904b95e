"""The words of many rules at once, and which of them are linked, as arrays of symbols."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dragoman.grammar import RuleTable

Numbers = NDArray[np.int64]


class TargetWords(NamedTuple):
    """All target words of some rules."""

    owner: Numbers
    """To which of the rules each belongs, by its place among them."""
    symbols: Numbers


class LinkedWords(NamedTuple):
    """All links between words of some rules."""

    owner: Numbers
    source: Numbers
    target: Numbers


def target_words(table: RuleTable, rules: NDArray[np.uint32]) -> TargetWords:
    """The target words, without gaps and non-terminals."""
    owner, places = _rows(table.array("target_first"), rules)
    symbols = table.array("target_symbols")[places].astype(np.int64)
    words = symbols >= 0
    return TargetWords(owner[words], symbols[words])


def linked_words(table: RuleTable, rules: NDArray[np.uint32]) -> LinkedWords:
    """The pairs of words that are linked inside the rules."""
    owner, places = _rows(table.array("align_first"), rules)
    links = table.array("alignment")[places].astype(np.int64)
    sides, which = source_sides(table, rules)
    source = sides[which[owner], links[:, 0]]
    begins = table.array("target_first")[rules].astype(np.int64)
    target = table.array("target_symbols")[begins[owner] + links[:, 1]].astype(np.int64)
    words = (source >= 0) & (target >= 0)
    return LinkedWords(owner[words], source[words], target[words])


def source_sides(table: RuleTable, rules: NDArray[np.uint32]) -> tuple[Numbers, Numbers]:
    """The different source sides, a row each (filled up with -1), and the row of every rule."""
    ends = np.searchsorted(table.array("trie_rules"), rules, side="right") - 1
    nodes, which = np.unique(ends, return_inverse=True)
    paths = [_path(table, node) for node in nodes.tolist()]
    sides = np.full((len(paths), max(map(len, paths), default=0)), -1, dtype=np.int64)
    for row, path in zip(sides, paths, strict=True):
        row[: len(path)] = path
    return sides, which


def _path(table: RuleTable, node: int) -> list[int]:
    """The symbols from the root of the trie to a node; children of a node are a range, breadth-first."""
    first, symbols = table.array("trie_first"), table.array("trie_symbol")
    path: list[int] = []
    while node > 0:
        path.append(int(symbols[node]))
        wanted = first.dtype.type(node)  # of another type, the whole array would be converted
        node = int(np.searchsorted(first, wanted, side="right")) - 1
    return path[::-1]


def _rows(first: NDArray[Any], rules: NDArray[np.uint32]) -> tuple[Numbers, Numbers]:
    """Of arrays in which every rule has a range: the places of all ranges, and whose they are."""
    begins = first[rules].astype(np.int64)
    sizes = first[rules + np.uint32(1)].astype(np.int64) - begins
    owner = np.repeat(np.arange(len(rules)), sizes)
    before = np.cumsum(sizes) - sizes
    return owner, np.arange(len(owner)) + (begins - before)[owner]
