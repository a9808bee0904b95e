"""Mixes several language models linearly into one, with weights tuned on a development text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman._core import interpolate_lms
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.io.files import open_binary_output
from dragoman.lm.arpa import read_arpa
from dragoman.lm.model import LanguageModel

_ITERATIONS = 200
_CONVERGED = 1e-6
_REPORTED = 1000
"""Lines between two reports."""


class Mixture:
    """Models to be mixed: p(w | h) is the weighted sum of theirs.

    A model that does not have a word gives it no probability, if another model has it.
    """

    def __init__(
        self, arpas: Sequence[str | os.PathLike[str]], progress: Report | None = None
    ) -> None:
        self._ngrams = [read_arpa(path, progress) for path in arpas]
        self._models = [LanguageModel.open(path, progress) for path in arpas]

    def tune(self, lines: Iterable[str], progress: Report | None = None) -> list[float]:
        """The weights that maximise the probability of a text, by expectation-maximisation."""
        with shown("scoring lines", progress) as report:
            table = self._probabilities(lines, report)
        weights = np.full(len(self._models), 1 / len(self._models))
        for _ in range(_ITERATIONS):
            joint = table * weights
            total = joint.sum(axis=1, keepdims=True)
            new = (joint / total).mean(axis=0)
            if np.abs(new - weights).max() < _CONVERGED:
                break
            weights = new
        return [float(weight) for weight in weights]

    def _probabilities(self, lines: Iterable[str], report: Report) -> NDArray[np.float64]:
        """p(w | h) of every word (rows) by every model (columns)."""
        rows = []
        for number, line in enumerate(lines):
            if number % _REPORTED == 0:
                report(number, 0)
            scores = [model.full_scores(line) for model in self._models]
            for word in zip(*scores, strict=True):
                known = not all(score.unknown for score in word)
                rows.append([0.0 if known and s.unknown else 10.0**s.log10 for s in word])
        table: NDArray[np.float64] = np.array(rows, np.float64).reshape(-1, len(self._models))
        if not len(table):
            raise ConfigError("the text to tune the weights on is empty")
        return table

    def write_arpa(self, path: str | os.PathLike[str], weights: Sequence[float]) -> None:
        """Writes the mixture as ARPA text; weights are made to sum to one."""
        if len(weights) != len(self._models):
            raise ConfigError(
                f"expected {len(self._models)} weights, one for each model, found {len(weights)}"
            )
        if not all(np.isfinite(weight) and weight >= 0 for weight in weights) or not sum(weights):
            raise ConfigError("the weights of models must be positive numbers")
        total = sum(weights)
        used = [i for i, weight in enumerate(weights) if weight > 0]
        mixed = interpolate_lms(
            [self._ngrams[i] for i in used],
            [self._models[i].native for i in used],
            [weights[i] / total for i in used],
        )
        with open_binary_output(path) as out:
            mixed.write_arpa(out.write)
