"""Many rules at once as arrays: their target words, and the pairs of words that are linked in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dragoman.grammar import RuleTable

Numbers = NDArray[np.int64]


class SourceSide(NamedTuple):
    """The rules [begin, end) of a table, which have one source side."""

    begin: int
    end: int
    source: Sequence[int]
    """Its symbols."""


class RuleSides:
    """The rules of some source sides, one after the other."""

    def __init__(self, table: RuleTable, sides: Sequence[SourceSide]) -> None:
        self._table, self._sides = table, sides
        sizes = np.array([side.end - side.begin for side in sides], dtype=np.int64)
        begins = np.array([side.begin for side in sides], dtype=np.int64)
        self._side = np.repeat(np.arange(len(sides)), sizes)
        self.rules = _places(begins, sizes)
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
        lengths = np.array([len(side.source) for side in self._sides], dtype=np.int64)
        symbols = np.array([s for side in self._sides for s in side.source], dtype=np.int64)
        source = symbols[(np.cumsum(lengths) - lengths)[self._side[owner]] + linked[:, 0]]
        starts = np.cumsum(self.target_sizes) - self.target_sizes
        return sizes, source, self.targets[starts[owner] + linked[:, 1]].astype(np.int64)


def sides_in(table: RuleTable, sentences: Iterable[Sequence[str]]) -> list[SourceSide]:
    """The source sides without gaps that occur in sentences, each once."""
    native = table.native
    found: dict[int, SourceSide] = {}
    for words in sentences:
        symbols = [native.source_vocabulary.find(word) for word in words]
        for first in range(len(symbols)):
            phrase: list[int] = []
            for symbol in symbols[first : first + native.max_source_length]:
                if symbol is None:
                    break
                phrase.append(symbol)
                begin, end = native.find(phrase)
                if begin < end and begin not in found:
                    found[begin] = SourceSide(begin, end, tuple(phrase))
    return list(found.values())


def sides_of(table: RuleTable, rules: NDArray[np.uint32]) -> Iterator[SourceSide]:
    """Any rules as runs of consecutive ones with the same source side."""
    rows = table.array("trie_rules")
    breaks = np.flatnonzero(np.diff(rules.astype(np.int64)) != 1) + 1
    begin = 0
    for end in (*breaks.tolist(), len(rules)):
        while begin < end:
            first = int(rules[begin])
            node = _above(rows, first)
            count = min(end - begin, int(rows[node + 1]) - first)
            yield SourceSide(first, first + count, _path(table, node))
            begin += count


def _path(table: RuleTable, node: int) -> list[int]:
    """The symbols from the root of the trie to a node; nodes are numbered breadth-first."""
    first, symbols = table.array("trie_first"), table.array("trie_symbol")
    path: list[int] = []
    while node > 0:
        path.append(int(symbols[node]))
        node = _above(first, node)
    return path[::-1]


def _above(first: NDArray[Any], place: int) -> int:
    """The owner of a place, where ``first`` says where each one's places begin."""
    wanted = first.dtype.type(place)  # of another type, the whole array would be converted
    return int(np.searchsorted(first, wanted, side="right")) - 1


def _places(begins: Numbers, sizes: Numbers) -> Numbers:
    """The places of all ranges."""
    shift = np.repeat(begins - (np.cumsum(sizes) - sizes), sizes)
    return shift + np.arange(len(shift))
