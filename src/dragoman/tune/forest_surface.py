"""MERT on forests (Kumar et al. 2009): line searches over all derivations instead of k-best lists.

    surface = ForestSurface(forests, references, metric, lists)
    weights = Mert().update_on(surface, weights, Context())

The forests are those of one decoding. Lists, if they are given, add what earlier decodings found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dragoman._core import forest_envelope, line_envelopes, prune_forest, upper_envelope
from dragoman.evaluate.metric import Matrix, Metric
from dragoman.forest import Forest
from dragoman.tune.line_search import Range, Sweep
from dragoman.tune.lists import KBestLists, Vector


@dataclass(frozen=True)
class TuneForest:
    """A sentence's hypergraph; nodes in topological order, the last one is the goal.

    Node ``n`` is the head of the edges ``node[n]`` to ``node[n+1]``; edge ``e`` has the tail nodes
    ``tails[tail[e]:tail[e+1]]``, a row of features, and the target side ``symbols[symbol[e]:symbol[e+1]]``:
    a value >= 0 is a word, -1, -2, ... the first, second, ... tail.
    """

    node: NDArray[np.uint64]
    tail: NDArray[np.uint64]
    tails: NDArray[np.uint32]
    features: Matrix
    symbol: NDArray[np.uint64]
    symbols: NDArray[np.int32]
    words: Sequence[str]
    """Words by number."""

    @classmethod
    def pruned(cls, forest: Forest, edges: int) -> TuneForest:
        """A decoder's forest, reduced to about so many edges, those of its best derivations."""
        node, tail, tails, features, symbol, symbols = prune_forest(forest.native, edges)
        features = features.reshape(len(tail) - 1, len(forest.feature_names))
        return cls(node, tail, tails, features, symbol, symbols, forest.native.words)

    def envelope(
        self, weights: Vector, direction: Vector, within: Range
    ) -> tuple[Vector, Vector, Vector, NDArray[np.uint64], NDArray[np.int32]]:
        """The derivations that are best somewhere along a direction.

        Where each begins to be best, its slope and intercept, the offsets of its words, and the words of all.
        """
        return forest_envelope(
            self.node,
            self.tail,
            self.tails,
            self.features,
            self.symbol,
            self.symbols,
            weights,
            direction,
            within.low,
            within.high,
        )


@dataclass
class ForestSurface:
    """Choices from forests; statistics of translations met before are remembered."""

    forests: Sequence[TuneForest]
    references: Sequence[Sequence[str]]
    metric: Metric
    lists: KBestLists | None = None
    """More choices for every sentence."""
    _known: list[dict[bytes, Vector]] = field(init=False)

    def __post_init__(self) -> None:
        self._known = [{} for _ in self.forests]

    @property
    def sentences(self) -> int:
        """How many forests there are."""
        return len(self.forests)

    @property
    def spread(self) -> Vector:
        """As in the lists; without lists over the edges, whose proportions are the same."""
        if self.lists is not None:
            return self.lists.spread()
        return np.asarray(np.vstack([f.features for f in self.forests]).std(axis=0))

    def sweep(self, weights: Vector, direction: Vector, within: Range) -> Sweep:
        """The envelopes of all goals, together with those of the lists."""
        weights = np.ascontiguousarray(weights, dtype=np.float64)
        direction = np.ascontiguousarray(direction, dtype=np.float64)
        listed = self._listed(weights, direction)
        starts, rows = [], []
        for number, forest in enumerate(self.forests):
            begins, slopes, intercepts, text, words = forest.envelope(weights, direction, within)
            parts = np.split(words, text[1:-1].astype(np.int64)) if len(begins) else []
            lines: Sequence[int] = range(len(parts))
            more = listed[number] if listed else None
            if more is not None:
                begins, chosen = upper_envelope(
                    np.concatenate([slopes, more.slopes]),
                    np.concatenate([intercepts, more.intercepts]),
                )
                lines = chosen.tolist()
            starts.append(begins)
            for line in lines:
                if line < len(parts):
                    rows.append(self._statistics(number, parts[line]))
                elif more is not None:
                    rows.append(more.statistics[line - len(parts)])
        return Sweep(np.concatenate(starts), np.array(rows).reshape(len(rows), self.metric.size))

    def _listed(self, weights: Vector, direction: Vector) -> list[_Lines]:
        if self.lists is None:
            return []
        features, offsets = self.lists.features, self.lists.offsets
        _, candidates, bounds = line_envelopes(features, offsets, weights, direction, 1)
        chosen = candidates.astype(np.int64)
        lines = _Lines(
            features[chosen] @ direction,
            features[chosen] @ weights,
            self.lists.statistics[chosen],
        )
        return [lines.part(a, b) for a, b in pairwise(bounds.astype(np.int64).tolist())]

    def _statistics(self, number: int, words: NDArray[np.int32]) -> Vector:
        key = words.tobytes()
        known = self._known[number]
        if key not in known:
            text = " ".join(self.forests[number].words[word] for word in words)
            known[key] = self.metric.statistics(text, self.references[number])
        return known[key]


@dataclass(frozen=True)
class _Lines:
    """The envelopes of lists."""

    slopes: Vector
    intercepts: Vector
    statistics: Matrix

    def part(self, begin: int, end: int) -> _Lines:
        return _Lines(
            self.slopes[begin:end], self.intercepts[begin:end], self.statistics[begin:end]
        )
