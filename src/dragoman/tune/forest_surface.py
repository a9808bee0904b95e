"""MERT on forests (Kumar et al. 2009): line searches over all derivations instead of k-best lists.

    forests = [result.forest.pruned(edges) for result in results]
    surface = ForestSurface(forests, references, metric, lists)
    weights = Mert().update_on(surface, weights, Context())

The forests are those of one decoding. Lists, if given, add the candidates of earlier decodings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from dragoman._core import forest_envelope, line_envelopes, upper_envelope
from dragoman.evaluate.metric import Matrix, Metric
from dragoman.forest import Forest
from dragoman.tune.line_search import Range, Sweep
from dragoman.tune.lists import KBestLists, Vector

Choice = bytes | Vector
"""The choice on a stretch of an envelope: a translation, as the numbers of its words, or statistics of the lists."""


@dataclass
class ForestSurface:
    """Choices from forests; the statistics of a translation are computed once."""

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
        """As in the lists; without lists, over the edges, which have the same proportions."""
        if self.lists is not None:
            return self.lists.spread()
        edges = np.vstack([forest.features for forest in self.forests])
        return np.asarray(edges.std(axis=0, dtype=np.float64))

    def sweep(self, weights: Vector, direction: Vector, within: Range) -> Sweep:
        """The envelopes of all goals, together with those of the lists."""
        weights = np.ascontiguousarray(weights, dtype=np.float64)
        direction = np.ascontiguousarray(direction, dtype=np.float64)
        listed = self._listed(weights, direction)
        starts, chosen = [], []
        for number, forest in enumerate(self.forests):
            begins, slopes, intercepts, text, words = forest_envelope(
                forest.native, weights, direction, within.low, within.high
            )
            parts = np.split(words, text[1:-1].astype(np.int64)) if len(begins) else []
            choices: list[Choice] = [part.tobytes() for part in parts]
            if listed:
                more = listed[number]
                begins, lines = upper_envelope(
                    np.concatenate([slopes, more.slopes]),
                    np.concatenate([intercepts, more.intercepts]),
                )
                choices += list(more.statistics)
                choices = [choices[line] for line in lines.tolist()]
            starts.append(begins)
            chosen.append(choices)
        rows = self._statistics(chosen)
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

    def _statistics(self, chosen: Sequence[Sequence[Choice]]) -> list[Vector]:
        """The statistics of all choices, sentence after sentence; new translations are counted together."""
        new = [
            list(dict.fromkeys(c for c in its if isinstance(c, bytes) and c not in known))
            for its, known in zip(chosen, self._known, strict=True)
        ]
        some = [number for number, texts in enumerate(new) if texts]
        counted = self.metric.candidate_statistics(
            [[self._text(number, text) for text in new[number]] for number in some],
            [self.references[number] for number in some],
        )
        for number, rows in zip(some, counted, strict=True):
            self._known[number].update(zip(new[number], rows, strict=True))
        return [
            known[choice] if isinstance(choice, bytes) else choice
            for its, known in zip(chosen, self._known, strict=True)
            for choice in its
        ]

    def _text(self, number: int, words: bytes) -> str:
        known = self.forests[number].words
        return " ".join(known[word] for word in np.frombuffer(words, dtype=np.int32))


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
