"""Confidences of completions as probabilities: how often such a word is the one that the person wants.

The posterior of a word says how much the model prefers it to its own alternatives. The person may want something that
the model does not think of, so that posteriors are too high. Logistic regression on the posterior's log-odds (Platt
1999) turns them into probabilities. Four more facts take part: whether the typed text had to be corrected, whether the
word is the first one after it (a person types where the model was wrong, so the next word is harder than those that
follow it), how probable the language model finds the word, and, where the source has a tree, whether the word's phrase
breaks its cohesion (Cherry 2008, section 6). It is fitted to a person simulated on held-out text: a word counts if all
words before it were right.

    model.calibration = Calibration.fit(model, [("das haus ist klein", "the house is small"), ...])
    model.save("model")         # [confidence] of model.toml
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dragoman.common.errors import ConfigError
from dragoman.model.interactive.completion import SCALE, Completion, Ending
from dragoman.model.interactive.simulated_typing import by_words, right_pieces

LEAST = 1e-4
"""Posteriors nearer to 0 or 1 say no more than this one."""
LEAST_LANGUAGE = -20.0
"""Log-probabilities below are those of words that the language model does not know."""
RIDGE = 1e-3
"""Keeps the numbers finite if the text is too small to tell."""
STEPS = 50


class Completing(Protocol):
    """A model."""

    def complete(self, source: str, prefix: str, *, confidence: float | None = ...) -> Completion:
        """What follows a typed beginning."""


@dataclass(frozen=True)
class Calibration:
    """The map from posteriors to probabilities."""

    slope: float = 1.0
    offset: float = 0.0
    corrected: float = 0.0
    """Added to the log-odds if the typed text was corrected."""
    next: float = 0.0
    """Added for the first word after the typed text."""
    language: float = 0.0
    """The weight of the word's log-probability by the language model."""
    interrupted: float = 0.0
    """Added if the word's phrase leaves a subtree of the source before it is finished; without trees it counts for
    nothing."""

    @classmethod
    def read(cls, numbers: Mapping[str, float]) -> Calibration | None:
        """From ``[confidence]`` of ``model.toml``; None if it is not there."""
        known = asdict(cls())
        for name in numbers:
            if name not in known:
                raise ConfigError(f"[confidence] has no number '{name}'; it has {', '.join(known)}")
        return cls(**numbers) if numbers else None

    def table(self) -> dict[str, float]:
        """For ``model.toml``."""
        return asdict(self)

    def probabilities(self, ending: Ending, exact: bool) -> tuple[float, ...]:
        """For the words of a completion whose confidences are posteriors."""
        odds = _rows(ending, exact) @ np.array(list(self.table().values()))
        return tuple(map(float, 1 / (1 + np.exp(-odds))))

    def of(self, found: Completion) -> Completion:
        """The same completion with probabilities as confidences."""

        def ending(one: Ending) -> Ending:
            return replace(one, confidences=self.probabilities(one, found.exact))

        others = tuple(map(ending, found.alternatives))
        return replace(found, best=ending(found.best), alternatives=others)

    @classmethod
    def fit(cls, model: Completing, pairs: Iterable[tuple[str, str]]) -> Calibration:
        """For sentences and their translations that the model has not seen."""
        rows, right = [np.zeros((0, len(asdict(cls()))))], []
        for source, reference in pairs:
            ask = partial(model.complete, source, confidence=SCALE)
            wanted = " ".join(reference.split())
            for found in by_words(ask, wanted):
                told = right_pieces(found, wanted)
                rows.append(_rows(found.best, found.exact)[: len(told)])
                right += told
        if not right:
            raise ConfigError("there is no text to calibrate confidences on")
        weights = _logistic(np.concatenate(rows), np.array(right, dtype=float))
        return cls(*map(float, weights))


def _rows(ending: Ending, exact: bool) -> NDArray[np.float64]:
    """For each word the facts, in the order of a calibration's numbers."""
    sure = np.clip(np.array(ending.confidences, dtype=float), LEAST, 1 - LEAST)
    ones = np.ones(len(sure))
    language = np.maximum(ending.language, LEAST_LANGUAGE) if ending.language else 0 * ones
    first = ones * (np.arange(len(ones)) == 0)
    broken = np.array(ending.interrupted, dtype=float) if ending.interrupted else 0 * ones
    odds = np.log(sure / (1 - sure))
    return np.stack([odds, ones, ones * (not exact), first, language, broken], axis=1)


def _logistic(rows: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """The most likely weights, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        sure = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (right - sure) - RIDGE * weights
        curvature = (rows * (sure * (1 - sure))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, gradient)
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return weights
