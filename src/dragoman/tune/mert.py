"""Minimum error rate training (Och 2003): exact line searches along coordinates and random directions.

Each start climbs until no direction helps: from the present weights, from those of earlier iterations, and from random
points. With several ``seeds`` the best weights of each are averaged, which steadies the method (Foster & Kuhn 2009).
Starts are shared among threads and compared in their order: the result does not depend on the number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dragoman.evaluate.metric import Matrix
from dragoman.tune.climb import ClimbPlan, climb
from dragoman.tune.line_search import KBestSurface, Surface
from dragoman.tune.lists import KBestLists, Vector
from dragoman.tune.tuner import Context, normalised


@dataclass(frozen=True)
class MertOptions:
    """How long to search."""

    restarts: int = 8
    """Random starts besides the present and earlier weights."""
    directions: int = 8
    """Random directions of every pass, besides the coordinates."""
    passes: int = 20
    """At most so many times through all directions."""
    seeds: int = 1
    """Independent searches whose results are averaged."""
    smoothing: float = 0.1
    """Gains are averaged over as many corners on either side as this share of the sentences (Cer et al. 2008)."""
    minimum: float = 0.02
    """The least gain of a pass that is worth another."""


@dataclass(frozen=True)
class Climb:
    """Where a climb ended."""

    weights: Vector
    gain: float


class Mert:
    """Tunes on k-best lists; ``climb_all`` does the work on any surface, forests included."""

    def __init__(self, options: MertOptions | None = None) -> None:
        self.options = options or MertOptions()

    def update(self, lists: KBestLists, weights: Vector, context: Context) -> Vector:
        """The best weights found, averaged over the seeds."""
        return self.update_on(KBestSurface(lists), weights, context)

    def update_on(self, surface: Surface, weights: Vector, context: Context) -> Vector:
        """The same on any surface."""
        found = [
            self.climb_all(surface, weights, context, seed).weights
            for seed in range(self.options.seeds)
        ]
        if context.tunable is None or all(
            context.tunable
        ):  # only then does a common factor not matter
            found = [normalised(climbed) for climbed in found]
        average: Vector = np.mean(found, axis=0)
        return average

    def climb_all(self, surface: Surface, weights: Vector, context: Context, seed: int) -> Climb:
        """The best of all starts; the first among equals."""
        rng = context.rng(1000 * seed)
        mask = context.mask(len(weights))
        starts = [weights, *context.earlier[-3:]]
        size = max(1e-3, float(np.abs(weights).mean()))
        for _ in range(self.options.restarts):
            starts.append(weights + mask * rng.normal(0, 2 * size, len(weights)))
        passes = [self._directions(rng, mask) for _ in range(self.options.passes)]
        window = round(self.options.smoothing * surface.sentences)
        plan = ClimbPlan(np.array(starts), np.array(passes), window, self.options.minimum)
        found = climb(surface, plan, context.threads)
        best = int(np.argmax(found.gains))
        return Climb(found.weights[best], float(found.gains[best]))

    def _directions(self, rng: np.random.Generator, mask: Vector) -> Matrix:
        coordinates = rng.permutation(np.diag(mask)[mask > 0])
        random = mask * rng.normal(size=(self.options.directions, len(mask)))
        return np.vstack([coordinates, random])
