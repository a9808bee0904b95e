"""Metrics as additive statistics: a sentence has a vector of statistics, and a corpus score is a function of their sum.

    metric = make_metric("bleu", MetricOptions(tokenize="13a"))
    rows = metric.corpus_statistics(hypotheses, references)   # one row a sentence
    metric.score(rows.sum(axis=0))                            # sacreBLEU's score, to the last digit
    metric.scores(sums)                                       # many corpora at once, for resampling and tuning

Everything downstream (significance, breakdowns, tuning) sees only the rows. ``gains`` are scores oriented so that
more is better: for TER the sign changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dragoman.evaluate.tokenization import DEFAULT, bleu_tokenization

Matrix = NDArray[np.float64]
"""Statistics: one row per sentence, candidate or resampled corpus."""

Formula = list[tuple[str, float, int]]
"""A metric that the core can compute from sums (``core/evaluate/metric_formula.hpp``): for every part its name, weight
and longest n-gram."""


@dataclass(frozen=True)
class MetricOptions:
    """How text is prepared before it is compared."""

    tokenize: str = DEFAULT
    """sacreBLEU's tokenisation for BLEU: none, 13a, zh, char, intl, ...; TER heeds it for text without blanks."""
    lowercase: bool = False
    """Case-insensitive BLEU and chrF (TER always is, as sacreBLEU's)."""
    order: int = 4
    """Longest n-gram of BLEU."""

    @classmethod
    def of_text(
        cls, language: str = "", *, tokenized: bool = False, lowercase: bool = False
    ) -> MetricOptions:
        """For raw text in a language, as sacreBLEU scores it; or for tokens, as they stand."""
        return cls(bleu_tokenization(language, tokenized=tokenized), lowercase)


class Metric(ABC):
    """A corpus metric that is a function of summed sentence statistics."""

    name: str
    size: int
    """How many statistics a sentence has."""
    higher_is_better: bool = True

    @abstractmethod
    def candidate_statistics(
        self, candidates: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Matrix]:
        """For every sentence a matrix of ``size`` columns, one row per candidate translation.

        ``references`` holds, for every sentence, the references that its candidates are compared with.
        """

    @abstractmethod
    def scores(self, sums: Matrix) -> Matrix:
        """The score of every row of summed statistics, 0 to 100 (TER may exceed it)."""

    @abstractmethod
    def score(self, total: Matrix) -> float:
        """The score of one summed vector, computed in the same steps as sacreBLEU's."""

    @abstractmethod
    def signature(self, references: int) -> str:
        """The settings behind the score, in sacreBLEU's form; ``references`` is the number of references."""

    def sentence_scores(self, rows: Matrix) -> Matrix:
        """The score of every single sentence, smoothed where the metric needs it."""
        return self.scores(rows)

    def formula(self) -> Formula | None:
        """The metric as the core knows it; None for metrics that only Python can compute."""
        return None

    def details(self, total: Matrix) -> str:
        """The parts of the score, in a few words; may be empty."""
        return ""

    def gains(self, sums: Matrix) -> Matrix:
        """Scores oriented so that more is better."""
        scores = self.scores(sums)
        return scores if self.higher_is_better else -scores

    def sentence_gains(self, rows: Matrix) -> Matrix:
        """Sentence scores oriented so that more is better."""
        scores = self.sentence_scores(rows)
        return scores if self.higher_is_better else -scores

    def corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> Matrix:
        """One row per hypothesis; ``references`` holds, for every hypothesis, its references."""
        rows = self.candidate_statistics([(hypothesis,) for hypothesis in hypotheses], references)
        return np.vstack(rows) if rows else np.zeros((0, self.size))

    def statistics(self, hypothesis: str, references: Sequence[str]) -> Matrix:
        """The row of one hypothesis; many at once are counted faster."""
        row: Matrix = self.corpus_statistics([hypothesis], [references])[0]
        return row


def ratio(numerator: Matrix, denominator: Matrix) -> Matrix:
    """Quotients, 0 where the denominator is."""
    result: Matrix = np.divide(
        numerator, denominator, out=np.zeros_like(numerator), where=denominator > 0
    )
    return result
