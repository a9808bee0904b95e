"""Pairwise ranking optimisation (Hopkins & May 2011): tuning as classification of pairs of candidates.

Pairs are drawn at random from the list of every sentence. Of those that differ enough in sentence gain, the pairs with
the largest differences train a logistic regression on feature differences. Its weights are mixed with the old ones.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

import numpy as np
from msgspec import Meta

from dragoman.evaluate.metric import Matrix
from dragoman.settings.kinds import Positive, Share
from dragoman.settings.settings import Settings, about
from dragoman.tune.lists import KBestLists, Vector
from dragoman.tune.tuner import Context, normalized


class ProOptions(Settings):
    """Hopkins & May's settings, except for the interpolation, which is larger than their 0.1."""

    samples: Annotated[Positive, about("Pairs drawn for a sentence.")] = 5000
    keep: Annotated[
        Positive, about("Pairs kept for a sentence: those with the largest difference in gain.")
    ] = 50
    threshold: Annotated[
        Share, about("The least difference in sentence gain, on a scale of 0 to 1.")
    ] = 0.05
    regularisation: Annotated[
        float,
        Meta(ge=0, le=1e9),
        about("The penalty on squared weights, relative to the mean loss."),
    ] = 1e-4
    interpolation: Annotated[
        float, Meta(gt=0, le=1), about("Share of the new weights in the result.")
    ] = 0.5


class Pro:
    """Tunes by ranking pairs."""

    def __init__(self, options: ProOptions | None = None) -> None:
        self.options = options or ProOptions()

    def update(self, lists: KBestLists, weights: Vector, context: Context) -> Vector:
        """A mix of the old weights and those of the classifier, both normalized."""
        mask = context.mask(len(weights)) > 0
        pairs = self.pairs(lists, context.rng())[:, mask]
        if not len(pairs):
            return weights
        size = np.abs(weights).sum() or 1.0
        learned = weights.copy()
        learned[mask] = logistic(pairs, self.options.regularisation)
        if mask.all():
            learned = normalized(learned) * size
        share = self.options.interpolation
        mixed: Vector = share * learned + (1 - share) * weights
        return mixed

    def pairs(self, lists: KBestLists, rng: np.random.Generator) -> Matrix:
        """Feature differences, better minus worse."""
        options = self.options
        gains = lists.metric.sentence_gains(lists.statistics) / 100
        bounds = lists.offsets.astype(np.int64)
        found = []
        for a, b in pairwise(bounds):
            if b - a < 2:
                continue
            left, right = rng.integers(a, b, size=(2, options.samples))
            width = gains[left] - gains[right]
            wide = np.flatnonzero(np.abs(width) >= options.threshold)
            wide = wide[np.argsort(-np.abs(width[wide]), kind="stable")][: options.keep]
            signs = np.sign(width[wide])[:, None]
            found.append(signs * (lists.features[left[wide]] - lists.features[right[wide]]))
        return np.vstack(found) if found else np.zeros((0, lists.features.shape[1]))


def logistic(differences: Matrix, regularisation: float, steps: int = 50) -> Vector:
    """Weights that minimise mean log(1 + exp(-w·d)) + regularisation/2 |w·scale|², by damped Newton steps.

    Features are brought to one scale first, so that the penalty treats all alike.
    """
    scale = np.sqrt(np.mean(differences**2, axis=0))
    scale[scale == 0] = 1.0
    data = differences / scale
    weights = np.zeros(data.shape[1])

    def loss(w: Vector) -> float:
        return float(np.logaddexp(0, -data @ w).mean() + regularisation / 2 * (w @ w))

    value = loss(weights)
    for _ in range(steps):
        wrong = 1 / (1 + np.exp(np.clip(data @ weights, -500, 500)))
        gradient = -(data.T @ wrong) / len(data) + regularisation * weights
        curvature = (data * (wrong * (1 - wrong))[:, None]).T @ data / len(data)
        curvature += (regularisation + 1e-10) * np.eye(len(weights))
        move = np.linalg.solve(curvature, gradient)
        length = 1.0
        while length > 1e-6 and loss(weights - length * move) > value:
            length /= 2
        moved = loss(weights - length * move)
        if value - moved < 1e-10:
            break
        weights, value = weights - length * move, moved
    result: Vector = weights / scale
    return result
