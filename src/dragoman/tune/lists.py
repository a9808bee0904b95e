"""Candidate translations with their features, and accumulated k-best lists as plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dragoman.evaluate.metric import Matrix, Metric

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Candidate:
    """One translation of a sentence: its words, and its features in the order of the weights."""

    tokens: tuple[str, ...]
    features: Vector


@dataclass(frozen=True)
class KBestLists:
    """All candidates, sentence after sentence."""

    features: Matrix
    """A row of features per candidate."""
    statistics: Matrix
    """A row of the metric's statistics per candidate."""
    offsets: NDArray[np.uint64]
    """Sentence ``s`` owns the candidates from ``offsets[s]`` to ``offsets[s + 1]``."""
    metric: Metric

    @property
    def sentences(self) -> int:
        """How many sentences there are."""
        return len(self.offsets) - 1

    def chosen(self, weights: Vector) -> NDArray[np.int64]:
        """The model's choice for every sentence that has candidates; of equal scores the first."""
        scores = self.features @ weights
        bounds = self.offsets.astype(np.int64)
        return np.array(
            [a + int(np.argmax(scores[a:b])) for a, b in pairwise(bounds) if b > a],
            dtype=np.int64,
        )

    def spread(self) -> Vector:
        """Every feature's standard deviation among the candidates of a sentence."""
        starts = self.offsets[:-1][np.diff(self.offsets) > 0].astype(np.int64)
        sizes = np.diff([*starts.tolist(), len(self.features)])
        if not len(starts):
            return np.zeros(self.features.shape[1])
        means = np.add.reduceat(self.features, starts, axis=0) / sizes[:, None]
        squares = ((self.features - np.repeat(means, sizes, axis=0)) ** 2).mean(axis=0)
        return np.asarray(np.sqrt(squares), dtype=np.float64)

    def gain(self, weights: Vector) -> float:
        """The metric's gain (more is better) of the model's choices."""
        total = self.statistics[self.chosen(weights)].sum(axis=0)
        return float(self.metric.gains(total[None])[0])


def stack_lists(
    features: Sequence[Matrix], statistics: Sequence[Matrix], metric: Metric
) -> KBestLists:
    """Lists from one matrix per sentence."""
    return KBestLists(
        np.ascontiguousarray(np.vstack(features), dtype=np.float64),
        np.ascontiguousarray(np.vstack(statistics), dtype=np.float64),
        np.cumsum([0, *(len(rows) for rows in features)], dtype=np.uint64),
        metric,
    )
