"""Metrics by name, and weighted mixes of them such as ``0.5*bleu+0.5*ter``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dragoman.common.errors import ConfigError
from dragoman.common.suggest import did_you_mean
from dragoman.evaluate.bleu import BLEU
from dragoman.evaluate.chrf import CHRF
from dragoman.evaluate.metric import Formula, Matrix, Metric, MetricOptions
from dragoman.evaluate.ter import TER

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Score

METRICS = ("bleu", "chrf", "ter")
_WITHOUT_BLANKS = frozenset(("zh", "ja-mecab", "char"))
"""BLEU's tokenizations of text that has no blanks between words."""


class Mix(Metric):
    """A weighted sum of metrics' gains: TER counts negatively, so that more is always better."""

    def __init__(self, parts: Sequence[tuple[float, Metric]]) -> None:
        self.parts = list(parts)
        self.name = "+".join(f"{weight:g}*{metric.name}" for weight, metric in parts)
        self.size = sum(metric.size for _, metric in parts)
        self._bounds = np.cumsum([0, *(metric.size for _, metric in parts)])

    def _slices(self, rows: Matrix) -> list[Matrix]:
        return [rows[..., a:b] for a, b in pairwise(self._bounds)]

    def candidate_statistics(
        self, candidates: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Matrix]:
        """The parts' own statistics, side by side."""
        parts = [m.candidate_statistics(candidates, references) for _, m in self.parts]
        return [np.hstack(rows) for rows in zip(*parts, strict=True)]

    def scores(self, sums: Matrix) -> Matrix:
        """The weighted sum of the parts' gains."""
        result = np.zeros(sums.shape[:-1])
        for (weight, metric), rows in zip(self.parts, self._slices(sums), strict=True):
            result = result + weight * metric.gains(rows)
        return result

    def sentence_scores(self, rows: Matrix) -> Matrix:
        """The weighted sum of the parts' sentence gains."""
        result = np.zeros(rows.shape[:-1])
        for (weight, metric), part in zip(self.parts, self._slices(rows), strict=True):
            result = result + weight * metric.sentence_gains(part)
        return result

    def formula(self) -> Formula | None:
        """The parts' formulas with their weights, if all have one."""
        formulas = [(weight, metric.formula()) for weight, metric in self.parts]
        return (
            None
            if any(formula is None for _, formula in formulas)
            else [
                (name, weight * factor, order)
                for weight, formula in formulas
                for name, factor, order in formula or []
            ]
        )

    def result(self, total: Matrix) -> Score:
        """Return the weighted sum for one vector."""
        parts = zip(self.parts, self._slices(total), strict=True)
        return self._sum([metric.result(row) for (_, metric), row in parts])

    def sentence_result(self, row: Matrix) -> Score:
        """Return the weighted sum for one sentence."""
        parts = zip(self.parts, self._slices(row), strict=True)
        return self._sum([metric.sentence_result(one) for (_, metric), one in parts])

    def _sum(self, results: Sequence[Score]) -> Score:
        from sacrebleu.metrics.base import Score

        signs = [1.0 if metric.higher_is_better else -1.0 for _, metric in self.parts]
        parts = zip(self.parts, signs, results, strict=True)
        return Score(self.name, float(sum(w * sign * one.score for (w, _), sign, one in parts)))

    def signature(self, references: int) -> str:
        """The parts' signatures with their weights."""
        return " + ".join(f"{w:g}*({m.name}|{m.signature(references)})" for w, m in self.parts)


def metric_parts(name: str) -> list[tuple[float, str]]:
    """Weight and name of every metric in ``bleu``, ``chrf``, ``ter``, or a mix such as ``0.7*bleu+0.3*ter``."""
    parts = []
    for term in name.lower().split("+"):
        factor, star, kind = (word.strip() for word in term.rpartition("*"))
        try:
            weight = float(factor) if star else 1.0
        except ValueError:
            weight = math.nan
        if not math.isfinite(weight):
            raise ConfigError(f"the weight '{factor}' in the metric '{name}' is not a number")
        if kind not in METRICS:
            raise ConfigError(
                f"there is no metric '{kind}'{did_you_mean(kind, METRICS)} "
                "(bleu, chrf, ter, or a mix such as 0.5*bleu+0.5*ter)"
            )
        parts.append((weight, kind))
    return parts


def make_metric(name: str, options: MetricOptions | None = None) -> Metric:
    """Return a metric, or a mix of metrics.

    Args:
        name: ``bleu``, ``chrf``, ``ter``, or a mix such as ``0.5*bleu+0.5*ter``.
        options: How text is prepared before it is compared; without them as sacreBLEU prepares it.
    """
    parts = [
        (weight, _metric(kind, options or MetricOptions())) for weight, kind in metric_parts(name)
    ]
    if len(parts) == 1 and parts[0][0] == 1.0:
        return parts[0][1]
    return Mix(parts)


def _metric(kind: str, options: MetricOptions) -> Metric:
    if kind == "bleu":
        return BLEU(options.lowercase, options.tokenize, options.order)
    if kind == "chrf":
        return CHRF(options.lowercase)
    asian = options.tokenize in _WITHOUT_BLANKS
    return TER(asian, asian)
