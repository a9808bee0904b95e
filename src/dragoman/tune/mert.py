"""Minimum error rate training (Och 2003): exact line searches along coordinates and random directions.

Each start climbs until no direction helps. Starts are the current weights, those of earlier iterations, and random
points. The gains that lists promise far from the weights they were decoded with are not reliable. The search therefore
stays in a box around the weights whose decoding scored best. The box grows while decoding confirms the gains, and at
once if nothing better lies in it. With several ``seeds`` the best weights of each are averaged, which makes the method
more stable (Foster & Kuhn 2009). Starts are shared among threads and compared in their order: the result does not
depend on the number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from dragoman.evaluate.metric import Matrix
from dragoman.settings.kinds import Count, Positive, Share
from dragoman.settings.settings import Settings, about
from dragoman.tune.climb import Box, ClimbPlan, climb
from dragoman.tune.line_search import KBestSurface, Surface, gain_at
from dragoman.tune.lists import KBestLists, Vector
from dragoman.tune.tuner import Context, normalized

FAR = 10.0
"""The greatest width of a box, as a multiple of the weights."""
RESTART = 2.0
"""The greatest distance of random starts, as a multiple of the weights."""
FLOOR = 0.25
"""The least width of the box for a weight, as a part of the contribution of an average weight."""


class MertOptions(Settings):
    """How long MERT searches."""

    restarts: Annotated[Count, about("Random starts besides the current and earlier weights.")] = 8
    directions: Annotated[
        Count, about("Random directions of every pass, besides the coordinates.")
    ] = 8
    passes: Annotated[Positive, about("The most passes through all directions.")] = 20
    seeds: Annotated[Positive, about("Independent searches whose results are averaged.")] = 1
    smoothing: Annotated[
        Share,
        about(
            "Gains are averaged over neighbouring corners: on either side this share of the sentences (Cer et "
            "al. 2008)."
        ),
    ] = 0.1
    reach: Annotated[
        float,
        Meta(gt=0, lt=1e9),
        about("How far a weight may move in the first iteration, relative to its size."),
    ] = 0.5
    minimum: Annotated[
        float,
        Meta(ge=0, le=100),
        about("The least gain of a pass after which another pass follows."),
    ] = 0.02


@dataclass(frozen=True)
class Climb:
    """The end of a climb."""

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
            found = [normalized(climbed) for climbed in found]
        average: Vector = np.mean(found, axis=0)
        return average

    def climb_all(self, surface: Surface, weights: Vector, context: Context, seed: int) -> Climb:
        """The best of all starts; of equal ones the first."""
        rng = context.rng(1000 * seed)
        mask = context.mask(len(weights)) * (surface.spread > 0)
        reach = self.reach(context)
        known = [*context.earlier, weights]
        centre = known[int(np.argmax(context.gains))] if context.gains else weights
        unit = units(centre, surface.spread)
        steps = rng.uniform(-1, 1, size=(self.options.restarts, len(weights)))
        random = centre + mask * unit * min(reach, RESTART) * steps
        passes = [self._directions(rng, mask, unit) for _ in range(self.options.passes)]
        window = round(self.options.smoothing * surface.sentences)
        present = gain_at(surface, centre)
        while True:
            box = Box(centre, reach * unit)
            if context.least is not None:
                box = box.above(np.array(context.least))
            starts = box.pulled(np.array([weights, centre, *context.earlier[-3:], *random]))
            plan = ClimbPlan(starts, np.array(passes), box, window, self.options.minimum)
            found = climb(surface, plan, context.threads)
            best = int(np.argmax(found.gains))
            gained = gain_at(surface, found.weights[best]) > present
            if gained or reach >= FAR or not mask.any():
                return Climb(context.bounded(found.weights[best]), float(found.gains[best]))
            reach = min(FAR, 2 * reach)

    def reach(self, context: Context) -> float:
        """The size of the box: it doubles after every decoding that was the best so far and halves after any other."""
        if not context.gains:
            return FAR
        reach = self.options.reach
        for number in range(1, len(context.gains)):
            reach *= 2 if context.gains[number] > max(context.gains[:number]) else 0.5
        return min(FAR, max(self.options.reach / 2, reach))

    def _directions(self, rng: np.random.Generator, mask: Vector, unit: Vector) -> Matrix:
        coordinates = rng.permutation(np.diag(mask)[mask > 0])
        random = mask * unit * rng.normal(size=(self.options.directions, len(mask)))
        return np.vstack([coordinates, random])


def units(weights: Vector, spread: Vector) -> Vector:
    """Steps of comparable effect for all weights: their sizes or, for small weights, enough to have an effect."""
    average = float((np.abs(weights) * spread).mean())
    scale = np.maximum(spread, 0.1 * float(np.median(spread)))
    floor = FLOOR * average / np.where(scale > 0, scale, 1.0)
    sizes: Vector = np.maximum(np.abs(weights), floor)
    return np.where(sizes > 0, sizes, 1.0)
