"""Rules that must not be used, by their two sides as a rule table shows them.

    banned = BannedRules([("das haus", "the house"), ("ne … plus", "not … anymore")])
    model.changed({banned.name: 1.0}, features=[banned]).translate("das haus ist klein")

It is a feature of rules, so every decoder can be told. A word whose only rule is banned still gets its translation: the
cost says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

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
        symbols = []
        for word in source.split():
            known = _symbol(word)
            number = table.native.source_vocabulary.find(word) if known is None else known
            if number is None:
                return []
            symbols.append(number)
        first, _ = table.native.find(symbols)
        found = enumerate(table.lookup(symbols), first)
        return [number for number, rule in found if rule.target in self._targets[source]]


def _symbol(word: str) -> int | None:
    """The number of what is no word."""
    if word == "…":
        return GAP
    found = _NON_TERMINAL.fullmatch(word)
    return -1 - int(found[1]) if found else None
