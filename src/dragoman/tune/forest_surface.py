"""MERT on forests (Kumar et al. 2009): line searches over all derivations instead of k-best lists.

surface = ForestSurface(forests, references, metric)
weights = Mert().update_on(surface, weights, Context())
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dragoman._core import forest_envelope
from dragoman.evaluate.metric import Matrix, Metric
from dragoman.tune.line_search import Sweep
from dragoman.tune.lists import Vector


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


@dataclass
class ForestSurface:
    """Choices from forests; statistics of translations met before are remembered."""

    forests: Sequence[TuneForest]
    references: Sequence[Sequence[str]]
    metric: Metric
    _known: list[dict[bytes, Vector]] = field(init=False)

    def __post_init__(self) -> None:
        self._known = [{} for _ in self.forests]

    @property
    def sentences(self) -> int:
        """How many forests there are."""
        return len(self.forests)

    @property
    def spread(self) -> Vector:
        """Standard deviations over the edges, which have the same proportions as those of derivations."""
        return np.asarray(np.vstack([f.features for f in self.forests]).std(axis=0))

    def sweep(self, weights: Vector, direction: Vector) -> Sweep:
        """The envelopes of all goals."""
        weights = np.ascontiguousarray(weights, dtype=np.float64)
        direction = np.ascontiguousarray(direction, dtype=np.float64)
        starts, rows = [], []
        for number, forest in enumerate(self.forests):
            begins, _, _, text, words = forest_envelope(
                forest.node,
                forest.tail,
                forest.tails,
                forest.features,
                forest.symbol,
                forest.symbols,
                weights,
                direction,
            )
            starts.append(begins)
            parts = np.split(words, text[1:-1].astype(np.int64)) if len(begins) else []
            rows += [self._statistics(number, part) for part in parts]
        return Sweep(np.concatenate(starts), np.array(rows).reshape(len(rows), self.metric.size))

    def _statistics(self, number: int, words: NDArray[np.int32]) -> Vector:
        key = words.tobytes()
        known = self._known[number]
        if key not in known:
            text = " ".join(self.forests[number].words[word] for word in words)
            known[key] = self.metric.statistics(text, self.references[number])
        return known[key]
