"""MERT on forests (Kumar et al. 2009): line searches over all derivations instead of k-best lists.

    forests = [result.forest.pruned(edges) for result in results]
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

from dragoman._core import forest_envelope, line_envelopes, upper_envelope
from dragoman.evaluate.metric import Matrix, Metric
from dragoman.forest import Forest
from dragoman.tune.line_search import Range, Sweep
from dragoman.tune.lists import KBestLists, Vector


@dataclass
class ForestSurface:
    """Choices from forests; statistics of translations met before are remembered."""

    forests: Sequence[Forest]
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
        edges = np.vstack([forest.features for forest in self.forests])
        return np.asarray(edges.std(axis=0, dtype=np.float64))

    def sweep(self, weights: Vector, direction: Vector, within: Range) -> Sweep:
        """The envelopes of all goals, together with those of the lists."""
        weights = np.ascontiguousarray(weights, dtype=np.float64)
        direction = np.ascontiguousarray(direction, dtype=np.float64)
        listed = self._listed(weights, direction)
        starts, rows = [], []
        for number, forest in enumerate(self.forests):
            begins, slopes, intercepts, text, words = forest_envelope(
                forest.native, weights, direction, within.low, within.high
            )
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
