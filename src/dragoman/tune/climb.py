"""Climbs from many starting points along given directions: the line searches of MERT.

Every start moves to the best point of each direction in turn, until a pass over all directions gains too little. From
the third pass on, only the better half of the starts goes on, as long as there are more than two.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dragoman.evaluate.metric import Matrix
from dragoman.tune.line_search import KBestSurface, Range, Surface, search_line
from dragoman.tune.lists import Vector

WIDEST = 1e9
"""The farthest point of a line that is searched."""


@dataclass(frozen=True)
class Box:
    """The range of weights: each may differ from the centre by at most its width."""

    centre: Vector
    width: Vector

    def above(self, least: Vector) -> Box:
        """The part of the box where no weight is below its least value; the centre must not be below it."""
        low = np.maximum(self.centre - self.width, least)
        high = self.centre + self.width
        return Box((low + high) / 2, (high - low) / 2)

    def pulled(self, weights: Vector) -> Vector:
        """The nearest weights inside."""
        return np.clip(weights, self.centre - self.width, self.centre + self.width)

    def range(
        self, weights: Vector, direction: Vector, window: int = 0, slack: float = 0.0
    ) -> Range:
        """The range of x for which ``weights + x * direction`` is inside; it always includes 0."""
        moving = direction != 0
        room = np.array([-1, 1])[:, None] * self.width[moving] + (self.centre - weights)[moving]
        ends = room / direction[moving]
        low, high = ends.min(axis=0).max(initial=-WIDEST), ends.max(axis=0).min(initial=WIDEST)
        return Range(min(0.0, float(low)), max(0.0, float(high)), window, slack)


@dataclass(frozen=True)
class ClimbPlan:
    """The starts, the directions, and the limits of a climb."""

    starts: Matrix
    """A row each."""
    directions: NDArray[np.float64]
    """The directions of every pass, a row each: passes x directions x features."""
    box: Box
    window: int
    """Of ``Range``."""
    minimum: float
    """The least gain of a pass that is worth another; half of it is a line's slack."""


@dataclass(frozen=True)
class Climbed:
    """The end of every climb."""

    weights: Matrix
    gains: Vector
    """Smoothed gains, averaged over the directions of the last pass, so that a high plateau beats a higher peak."""


def climb(surface: Surface, plan: ClimbPlan, threads: int = 1) -> Climbed:
    """Climbs natively where the core knows the surface and its metric, in Python otherwise."""
    formula = surface.metric.formula()
    if isinstance(surface, KBestSurface) and formula is not None:
        weights, gains = surface.native.climb(formula, plan, threads)
        return Climbed(weights, gains)
    return climb_plainly(surface, plan, threads)


def climb_plainly(surface: Surface, plan: ClimbPlan, threads: int = 1) -> Climbed:
    """The same for any surface and metric."""
    climbers = [_Climber(start) for start in plan.starts]
    ranked = climbers
    with ThreadPoolExecutor(max(1, threads)) as pool:
        for number, directions in enumerate(plan.directions):
            if number >= 2:
                ranked = sorted(ranked, key=lambda climber: -climber.gain)
                ranked = ranked[: max(2, (len(ranked) + 1) // 2)]
            active = [climber for climber in ranked if not climber.done]
            list(pool.map(lambda one, way=directions: one.climb(surface, way, plan), active))
    return Climbed(np.array([c.weights for c in climbers]), np.array([c.gain for c in climbers]))


class _Climber:
    """The climb from one start."""

    def __init__(self, weights: Vector) -> None:
        self.weights = weights
        self.gain = -np.inf
        self.done = False

    def climb(self, surface: Surface, directions: Matrix, plan: ClimbPlan) -> None:
        """One pass."""
        gains = []
        for direction in directions:
            within = plan.box.range(self.weights, direction, plan.window, plan.minimum / 2)
            best = search_line(surface, self.weights, direction, within)
            if best.smooth > best.stay:
                self.weights = self.weights + best.x * direction
            gains.append(max(best.smooth, best.stay))
        gain = float(np.mean(gains))
        self.done = gain - self.gain < plan.minimum
        self.gain = gain
