"""The protocol of tuners: from accumulated k-best lists and weights, a tuner makes better weights.

    tuner = make_tuner("mert", MertOptions(restarts=20))
    weights = tuner.update(lists, weights, Context(seed=1, iteration=3))

A tuner keeps no state between calls and draws random numbers only from the seed and the iteration, so that an
interrupted run gives the same result when it is continued.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from dragoman.tune.lists import KBestLists, Vector


@dataclass(frozen=True)
class Context:
    """What an update may depend on besides the lists."""

    seed: int = 1
    iteration: int = 1
    tunable: tuple[bool, ...] | None = None
    """Which weights may move; None means all."""
    threads: int = 1
    earlier: tuple[Vector, ...] = field(default=())
    """The weights of earlier iterations, from which MERT also starts."""
    gains: tuple[float, ...] = ()
    """Scores of decoding with the earlier weights and then with the current ones; empty if nothing was decoded."""
    least: tuple[float, ...] | None = None
    """The least value of every weight; None: any value."""

    def rng(self, stream: int = 0) -> np.random.Generator:
        """Random numbers that depend on the seed, the iteration and ``stream`` only."""
        return np.random.default_rng([self.seed, self.iteration, stream])

    def mask(self, size: int) -> Vector:
        """1 for weights that may move, 0 for the others."""
        if self.tunable is None:
            return np.ones(size)
        return np.array(self.tunable, dtype=np.float64)

    def bounded(self, weights: Vector) -> Vector:
        """The nearest weights that are not below their least values."""
        return weights if self.least is None else np.maximum(weights, self.least)


class Tuner(Protocol):
    """A method of tuning."""

    def update(self, lists: KBestLists, weights: Vector, context: Context) -> Vector:
        """Better weights."""
        ...


def normalized(weights: Vector) -> Vector:
    """The weights divided by the sum of their sizes; this does not change the choices of a decoder."""
    total = float(np.abs(weights).sum())
    return weights / total if total > 0 else weights
