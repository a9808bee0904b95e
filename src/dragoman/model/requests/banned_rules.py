"""Rules that must not be used, by their two sides as a rule table shows them.

    banned = BannedRules([("das haus", "the house"), ("ne … plus", "not … anymore")])
    model.changed({banned.name: 1.0}, features=[banned]).translate("das haus ist klein")

It is a feature of rules, so every decoder can be told. A word whose only rule is banned still gets its translation: the
cost says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman._core import Vocabulary
from dragoman.grammar import RuleTable
from dragoman.grammar.rule import GAP
from dragoman.search import Input, RuleFeature

_NON_TERMINAL = re.compile(r"\[X([1-9])\]")
_COST = -1e4


class BannedRules(RuleFeature):
    """A cost that no other feature outweighs, for rules of a list."""

    name = "banned"

    def __init__(self, rules: Iterable[tuple[str, str]]) -> None:
        self._targets: dict[str, set[str]] = {}
        for source, target in rules:
            self._targets.setdefault(source, set()).add(target)
        self._found: tuple[RuleTable, NDArray[np.int64]] | None = None

    def values(
        self, sentence: Input, table: RuleTable, rules: NDArray[np.uint32]
    ) -> NDArray[np.float64]:
        """The cost for banned rules, 0 for all others."""
        known = self._found
        if (
            known is None or known[0] is not table
        ):  # the decoder asks for every source side by itself
            found = [n for source in self._targets for n in self._numbers(table, source)]
            known = self._found = (table, np.array(found, dtype=np.int64))
        return np.where(np.isin(rules, known[1]), _COST, 0.0)

    def _numbers(self, table: RuleTable, source: str) -> list[int]:
        """The banned rules of a source side, which may have thousands: sides are compared as numbers."""
        found: list[int] = []
        words = source.split()
        for symbols in _readings(words, table.native.source_vocabulary):
            first, last = table.native.find(symbols)
            for target in self._targets[source]:
                for wanted in _readings(target.split(), table.native.target_vocabulary):
                    found += table.with_target(wanted, first, last)
        return found


def _readings(words: Sequence[str], vocabulary: Vocabulary) -> list[list[int]]:
    """The symbols of a side: what looks like a gap or a non-terminal is one, or it is a word of the text."""
    numbers = [vocabulary.find(word) for word in words]
    signs = [_symbol(word) for word in words]
    marked = [n if sign is None else sign for sign, n in zip(signs, numbers, strict=True)]
    readings = [marked] if marked == numbers else [marked, numbers]
    return [[n for n in one if n is not None] for one in readings if None not in one]


def _symbol(word: str) -> int | None:
    """The number of what is no word."""
    if word == "…":
        return GAP
    found = _NON_TERMINAL.fullmatch(word)
    return -1 - int(found[1]) if found else None
