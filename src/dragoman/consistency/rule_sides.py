"""Many rules at once as arrays: their target words, and the pairs of words that are linked in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.grammar import RuleTable

Numbers = NDArray[np.int64]


class RuleSides:
    """Any rules of a table, in the order given."""

    def __init__(self, table: RuleTable, rules: NDArray[Any]) -> None:
        self._table = table
        self.rules: Numbers = rules.astype(np.int64)
        first = table.array("target_first")
        begins = first[self.rules].astype(np.int64)
        self.target_sizes = first[self.rules + 1].astype(np.int64) - begins
        self.targets: NDArray[Any] = table.array("target_symbols")[
            _places(begins, self.target_sizes)
        ]
        """The symbols of all target sides; those below 0 are no words."""

    def links(self) -> tuple[Numbers, Numbers, Numbers]:
        """The number of links of each rule, and the source and the target symbol of every link."""
        first = self._table.array("align_first")
        begins = first[self.rules].astype(np.int64)
        sizes = first[self.rules + 1].astype(np.int64) - begins
        owner = np.repeat(np.arange(len(self.rules)), sizes)
        linked = self._table.array("alignment")[_places(begins, sizes)].astype(np.int64)
        nodes, side = np.unique(
            _above(self._table.array("trie_rules"), self.rules), return_inverse=True
        )
        symbols, lengths = _paths(self._table, nodes)
        owned = side[owner]
        source = symbols[lengths[owned] - 1 - linked[:, 0], owned]
        starts = np.cumsum(self.target_sizes) - self.target_sizes
        return sizes, source, self.targets[starts[owner] + linked[:, 1]].astype(np.int64)


def sides_in(table: RuleTable, sentences: Iterable[Sequence[str]]) -> list[tuple[int, int]]:
    """The rules [begin, end) of every source side without gaps that occurs in sentences, each once."""
    native = table.native
    found: dict[int, int] = {}
    for words in sentences:
        symbols = [native.source_vocabulary.find(word) for word in words]
        for first in range(len(symbols)):
            phrase: list[int] = []
            for symbol in symbols[first : first + native.max_source_length]:
                if symbol is None:
                    break
                phrase.append(symbol)
                begin, end = native.find(phrase)
                if begin < end:
                    found[begin] = end
    return list(found.items())


def rules_of(sides: Sequence[tuple[int, int]]) -> Numbers:
    """The rules of source sides, one side after the other."""
    begins = np.array([begin for begin, _ in sides], dtype=np.int64)
    return _places(begins, np.array([end - begin for begin, end in sides], dtype=np.int64))


def _paths(table: RuleTable, nodes: Numbers) -> tuple[Numbers, Numbers]:
    """The symbols from trie nodes up to the root, a column for each node, and the lengths of these paths.

    Nodes are numbered breadth-first, so that ``trie_first`` tells the node above each.
    """
    first, symbols = table.array("trie_first"), table.array("trie_symbol")
    rows: list[Numbers] = []
    lengths = np.zeros(len(nodes), dtype=np.int64)
    while (below := nodes > 0).any():
        rows.append(np.where(below, symbols[nodes], 0).astype(np.int64))
        lengths += below
        nodes = np.where(below, _above(first, nodes), 0)
    return np.array(rows).reshape(len(rows), len(nodes)), lengths


def _above(first: NDArray[Any], places: Numbers) -> Numbers:
    """The owners of places, where ``first`` says where each one's places begin."""
    wanted = places.astype(first.dtype)  # of another type, the whole array would be converted
    return np.searchsorted(first, wanted, side="right").astype(np.int64) - 1


def _places(begins: Numbers, sizes: Numbers) -> Numbers:
    """The places of all ranges."""
    shift = np.repeat(begins - (np.cumsum(sizes) - sizes), sizes)
    return shift + np.arange(len(shift))
