"""Och's exact line search: the best corpus score anywhere on a line through weight space.

Along ``weights + x * direction`` the choice for a sentence changes at finitely many x: the corners of the upper
envelope of its candidates' lines. Between two corners of the whole corpus no choice changes. So one sweep from left to
right, with summed statistics, gives the score everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dragoman._core import CandidateLists, line_envelopes
from dragoman.evaluate.metric import Matrix, Metric
from dragoman.tune.lists import KBestLists, Vector

NARROW = 1e-9
"""Narrower intervals of x come from rounding and are ignored."""
BEYOND = 0.05
"""This part of the range is far enough beyond the last corner."""


@dataclass(frozen=True)
class Sweep:
    """The envelopes of all sentences: from ``starts[i]`` on, a sentence has the statistics ``statistics[i]``."""

    starts: Vector
    """-inf for every sentence's first stretch; a sentence's stretches follow each other."""
    statistics: Matrix


@dataclass(frozen=True)
class Range:
    """The range of x that is searched; it includes 0."""

    low: float
    high: float
    window: int = 0
    """Corners on either side over which gains are averaged."""
    slack: float = 0.0
    """Gains that do not differ by more than this are equally good."""


class Surface(Protocol):
    """The source of choices: k-best lists or forests."""

    @property
    def metric(self) -> Metric:
        """What is maximised."""
        ...

    @property
    def sentences(self) -> int:
        """How many sentences there are."""
        ...

    @property
    def spread(self) -> Vector:
        """How much each feature varies among the choices of a sentence."""
        ...

    def sweep(self, weights: Vector, direction: Vector, within: Range) -> Sweep:
        """The envelopes along a direction; outside of the range they are not defined."""
        ...


@dataclass(frozen=True)
class KBestSurface:
    """Choices from k-best lists."""

    lists: KBestLists
    threads: int = 1

    @property
    def metric(self) -> Metric:
        """The metric of the statistics."""
        return self.lists.metric

    @property
    def sentences(self) -> int:
        """How many lists there are."""
        return self.lists.sentences

    @property
    def spread(self) -> Vector:
        """Standard deviations."""
        return self.lists.spread()

    @cached_property
    def native(self) -> CandidateLists:
        """The lists in the form of the core; of equal candidates only one is kept."""
        return CandidateLists(self.lists.features, self.lists.statistics, self.lists.offsets)

    def sweep(self, weights: Vector, direction: Vector, within: Range) -> Sweep:
        """Och 2003, section 5."""
        starts, candidates, _ = line_envelopes(
            self.lists.features,
            self.lists.offsets,
            np.ascontiguousarray(weights, dtype=np.float64),
            np.ascontiguousarray(direction, dtype=np.float64),
            self.threads,
        )
        return Sweep(starts, self.lists.statistics[candidates.astype(np.int64)])


@dataclass(frozen=True)
class Best:
    """The best point of a line."""

    x: float
    gain: float
    """At x."""
    smooth: float
    """Averaged over the neighbourhood of x; this is maximised."""
    stay: float
    """The same around 0."""


def intervals(sweep: Sweep, within: Range) -> tuple[Vector, Matrix]:
    """Corners within the range in increasing order, and the summed statistics before, between and after them."""
    starts = sweep.starts
    inner = np.flatnonzero((starts > within.low) & (starts < within.high))
    before = starts <= within.low
    at_low = before & ~np.append(before[1:] & ~np.isneginf(starts[1:]), False)
    total = sweep.statistics[at_low].sum(axis=0)
    order: NDArray[np.int64] = inner[np.argsort(starts[inner], kind="stable")]
    steps = sweep.statistics[order] - sweep.statistics[order - 1]
    sums = np.vstack([total[None], total + np.cumsum(steps, axis=0)])
    return starts[order], sums


def search_line(surface: Surface, weights: Vector, direction: Vector, within: Range) -> Best:
    """The best x of ``weights + x * direction`` within the range.

    The gain between two corners is averaged with those between the neighbouring corners (Cer et al. 2008); among
    equally good intervals the one nearest to 0 is taken, so that a weight without effect does not grow without limit.
    """
    corners, sums = intervals(surface.sweep(weights, direction, within), within)
    gains = surface.metric.gains(sums)
    smooth = smoothed(gains, within.window)
    lows = np.concatenate([[within.low], corners])
    highs = np.concatenate([corners, [within.high]])
    wide = highs - lows > NARROW * (1 + np.minimum(np.abs(lows), np.abs(highs)))
    eligible = np.where(wide | (len(corners) == 0), smooth, -np.inf)
    ties = np.flatnonzero(eligible >= eligible.max() - within.slack - 1e-12)
    distances = np.maximum(0, np.maximum(lows[ties], -highs[ties]))
    choice = int(ties[np.argmin(distances)])
    here = int(np.searchsorted(corners, 0.0, side="right"))
    x = _inside(float(lows[choice]), float(highs[choice]), within)
    return Best(x, float(gains[choice]), float(smooth[choice]), float(smooth[here]))


def gain_at(surface: Surface, weights: Vector) -> float:
    """The metric's gain, exactly at these weights."""
    nowhere = np.zeros_like(weights)
    _, sums = intervals(surface.sweep(weights, nowhere, Range(-1.0, 1.0)), Range(-1.0, 1.0))
    return float(surface.metric.gains(sums)[0])


def smoothed(gains: Vector, window: int) -> Vector:
    """Every gain averaged with its neighbours, fewer of them at the ends."""
    sums = np.concatenate([[0.0], np.cumsum(gains)])
    places = np.arange(len(gains))
    begins = np.maximum(0, places - window)
    ends = np.minimum(len(gains), places + window + 1)
    means: Vector = (sums[ends] - sums[begins]) / (ends - begins) if window else gains
    return means


def _inside(low: float, high: float, within: Range) -> float:
    """A point safely inside an interval: 0 if it is well inside, else the middle.

    If the interval ends where the range ends, no other corner says how far to go; then a little beyond the corner is
    enough.
    """
    margin = 0.05 * (high - low)
    if low + margin <= 0 <= high - margin:
        return 0.0
    middle, beyond = (low + high) / 2, BEYOND * (within.high - within.low)
    if high >= within.high:
        return min(middle, low + beyond)
    if low <= within.low:
        return max(middle, high - beyond)
    return middle
