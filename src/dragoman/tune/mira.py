"""Batch k-best MIRA (Cherry & Foster 2012): an online large-margin learner on accumulated k-best lists.

For every sentence, the hope candidate (high model score and high gain) should beat the fear candidate (high model score
and low gain) by their difference in gain. A sentence's gain is measured inside a decaying background corpus of the
model's own choices (Chiang et al. 2008), which makes any corpus metric sufficiently additive. The weights are averaged
over all steps of all passes. Cherry & Foster take the pass with the best gain on the lists. That choice follows noise:
it differs from seed to seed, can lose on other text, and ends tuning as soon as no pass is better than the weights that
made the lists (docs/tuning.md).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from dragoman._core import CandidateLists
from dragoman.settings.kinds import Positive, Share
from dragoman.settings.settings import Settings, about
from dragoman.tune.lists import KBestLists, Vector
from dragoman.tune.tuner import Context


class MiraOptions(Settings):
    """Cherry & Foster's settings, except for smaller steps than their 0.01."""

    passes: Annotated[Positive, about("Passes through the development set in an iteration.")] = 30
    step: Annotated[
        float,
        Meta(gt=0, lt=1e9),
        about("C: the largest step of an update, as a multiple of the feature difference."),
    ] = 0.003
    decay: Annotated[
        Share, about("The part of the background corpus that remains after each sentence.")
    ] = 0.999


class Mira:
    """Tunes by hope and fear."""

    def __init__(self, options: MiraOptions | None = None) -> None:
        self.options = options or MiraOptions()

    def update(self, lists: KBestLists, weights: Vector, context: Context) -> Vector:
        """The weights, averaged over all steps."""
        rng = context.rng()
        mask = context.mask(len(weights))
        usable = np.flatnonzero(np.diff(lists.offsets.astype(np.int64)) > 1)
        if not len(usable):
            return weights
        order = np.concatenate([rng.permutation(usable) for _ in range(self.options.passes)])
        total = self.steps(lists, weights, mask, order)
        return np.where(mask > 0, total / len(order), weights)

    def steps(
        self, lists: KBestLists, weights: Vector, mask: Vector, order: NDArray[np.int64]
    ) -> Vector:
        """The sum of the weights after every step; ``order`` has the sentence of each."""
        formula = lists.metric.formula()
        if formula is None:
            return self.steps_plainly(lists, weights, mask, order)
        background = _Background(lists, weights, self.options.decay)
        native = CandidateLists(lists.features, lists.statistics, lists.offsets)
        return native.mira(
            formula,
            np.ascontiguousarray(weights, dtype=np.float64),
            order.astype(np.uint64),
            mask,
            background.sum,
            background.size,
            self.options.step,
            self.options.decay,
        )

    def steps_plainly(
        self, lists: KBestLists, weights: Vector, mask: Vector, order: NDArray[np.int64]
    ) -> Vector:
        """The same for any metric."""
        bounds = lists.offsets.astype(np.int64)
        features = [lists.features[a:b] for a, b in pairwise(bounds)]
        statistics = [lists.statistics[a:b] for a, b in pairwise(bounds)]
        background = _Background(lists, weights, self.options.decay)
        total = np.zeros_like(weights)
        for s in order:
            gains = background.gains(statistics[s])
            scores = features[s] @ weights
            hope, fear = int(np.argmax(scores + gains)), int(np.argmax(scores - gains))
            difference = mask * (features[s][hope] - features[s][fear])
            norm = float(difference @ difference)
            loss = float(gains[hope] - gains[fear] - (scores[hope] - scores[fear]))
            if loss > 0 and norm > 0:
                weights = weights + min(self.options.step, loss / norm) * difference
            background.add(statistics[s][int(np.argmax(scores))])
            total += weights
        return total


class _Background:
    """A decaying sum of the model's recent choices."""

    def __init__(self, lists: KBestLists, weights: Vector, decay: float) -> None:
        chosen = lists.statistics[lists.chosen(weights)]
        self._metric = lists.metric
        self._decay = decay
        self.size = min(len(chosen), 1 / (1 - decay)) if decay < 1 else float(len(chosen))
        self.sum = chosen.mean(axis=0) * self.size

    def gains(self, rows: Vector) -> Vector:
        """Each candidate's gain in units of one sentence between 0 and 1, relative to the others."""
        gains = self._metric.gains(self.sum + rows)
        scaled: Vector = (self.size + 1) * (gains - gains.max()) / 100
        return scaled

    def add(self, row: Vector) -> None:
        self.sum = self._decay * self.sum + row
        self.size = self._decay * self.size + 1
