"""The k best of a forest as texts and sums of features; their steps are put together when somebody asks for them."""

from __future__ import annotations

from functools import cached_property

from dragoman.forest.derivation import Derivation
from dragoman.forest.forest import Forest


class Ranked:
    """The k best derivations, the best first; with ``distinct``, the best one of every text."""

    def __init__(self, forest: Forest, k: int, distinct: bool = False) -> None:
        self._forest, self._k, self._distinct = forest, k, distinct
        words, rows, scores = forest.kbest_table(k, distinct)
        self.tokens: list[tuple[str, ...]] = [tuple(each) for each in words]
        self.scores: list[float] = scores.tolist()
        self._rows: list[list[float]] = rows.tolist()

    def __len__(self) -> int:
        return len(self.tokens)

    def features(self, rank: int) -> dict[str, float]:
        """The features of a derivation that are not zero."""
        named = zip(self._forest.feature_names, self._rows[rank], strict=True)
        return {name: value for name, value in named if value != 0}

    def derivation(self, rank: int) -> Derivation:
        """A derivation with its steps."""
        return self._forest.derivation(self._edges[rank])

    @cached_property
    def _edges(self) -> list[list[int]]:
        return [edges for _, edges in self._forest.native.kbest(self._k, self._distinct)]
