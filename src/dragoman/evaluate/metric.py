"""Metrics as additive statistics: a sentence has a vector of statistics, and a corpus score is a function of their sum.

    metric = BLEU(tokenize="13a")                             # or make_metric("bleu", MetricOptions(...))
    metric.corpus_score(hypotheses, [references])             # sacreBLEU's shapes and its Score
    rows = metric.corpus_statistics(hypotheses, [references]) # one row a sentence
    metric.score(rows.sum(axis=0))                            # sacreBLEU's score, to the last digit
    metric.scores(sums)                                       # many corpora at once, for resampling and tuning

References are streams, as in sacreBLEU: each is a whole text, as long as the hypotheses.
Everything downstream (significance, breakdowns, tuning) sees only the rows. ``gains`` are scores oriented so that
more is better: for TER the sign changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dragoman.evaluate.shapes import Stream, by_sentence, check_sentence
from dragoman.evaluate.tokenization import DEFAULT, bleu_tokenization

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Score

Matrix = NDArray[np.float64]
"""Statistics: one row per sentence, candidate or resampled corpus."""

Formula = list[tuple[str, float, int]]
"""A metric that the core can compute from sums (``core/evaluate/metric_formula.hpp``): for every part its name, weight
and longest n-gram."""


@dataclass(frozen=True)
class MetricOptions:
    """How text is prepared before it is compared."""

    tokenize: str = DEFAULT
    """sacreBLEU's tokenization for BLEU: none, 13a, zh, char, intl, ...; TER heeds it for text without blanks."""
    lowercase: bool = False
    """Case-insensitive BLEU and chrF (TER always is, as sacreBLEU's)."""
    order: int = 4
    """Longest n-gram of BLEU."""

    @classmethod
    def of_text(
        cls, language: str = "", *, tokenized: bool = False, lowercase: bool = False
    ) -> MetricOptions:
        """Return the options for raw text in a language, as sacreBLEU scores it; or for tokens, as they stand.

        Args:
            language: The code of the translations' language; empty is any.
            tokenized: Compare what blanks separate.
            lowercase: Ignore case.
        """
        return cls(bleu_tokenization(language, tokenized=tokenized), lowercase)


class Metric(ABC):
    """A corpus metric that is a function of summed sentence statistics."""

    name: str
    size: int
    """How many statistics a sentence has."""
    higher_is_better: bool = True

    def __repr__(self) -> str:
        return f"{self.name}({self.signature(1)})"

    @abstractmethod
    def candidate_statistics(
        self, candidates: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Matrix]:
        """Return for every sentence a matrix of ``size`` columns, one row per candidate translation.

        ``references`` holds, for every sentence, the references that its candidates are compared with.

        Args:
            candidates: For every sentence its candidate translations.
            references: For every sentence its references.
        """

    @abstractmethod
    def scores(self, sums: Matrix) -> Matrix:
        """Return the score of every row of summed statistics, 0 to 100 (TER may exceed it).

        Args:
            sums: Summed statistics, a row for each text.
        """

    @abstractmethod
    def result(self, total: Matrix) -> Score:
        """Return sacreBLEU's Score of one summed vector.

        Args:
            total: The sum of the sentences' statistics.
        """

    def score(self, total: Matrix) -> float:
        """Return the score of one summed vector, computed in the same steps as sacreBLEU's.

        Args:
            total: The sum of the sentences' statistics.
        """
        return float(self.result(total).score)

    def corpus_score(self, hypotheses: Sequence[str], references: Sequence[Stream]) -> Score:
        """Return the score of a text, as sacreBLEU's ``corpus_score`` does.

        Args:
            hypotheses: The translations, one for each sentence.
            references: Reference texts, each as long as the hypotheses; None where a text lacks a sentence.

        Returns:
            sacreBLEU's object: ``.score`` is the number, ``str(...)`` and ``.format()`` show it with its parts.
        """
        return self.result(self.corpus_statistics(hypotheses, references).sum(axis=0))

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Score:
        """Return the score of one sentence, as sacreBLEU's ``sentence_score`` does (BLEU with the effective order).

        Args:
            hypothesis: The translation.
            references: Its reference translations.

        Returns:
            sacreBLEU's object: ``.score`` is the number, ``str(...)`` and ``.format()`` show it with its parts.
        """
        check_sentence(hypothesis, references)
        return self.sentence_result(self.statistics(hypothesis, references))

    def sentence_result(self, row: Matrix) -> Score:
        """Return sacreBLEU's Score of one sentence's statistics.

        Args:
            row: The sentence's statistics.
        """
        return self.result(row)

    @abstractmethod
    def signature(self, references: int) -> str:
        """Return the settings behind the score, in sacreBLEU's form; ``references`` is the number of references.

        Args:
            references: How many references a sentence has; -1 if that varies.
        """

    def sentence_scores(self, rows: Matrix) -> Matrix:
        """Return the score of every single sentence, smoothed where the metric needs it.

        Args:
            rows: Statistics, a row for each sentence.
        """
        return self.scores(rows)

    def formula(self) -> Formula | None:
        """Return the metric as the core knows it; None for metrics that only Python can compute."""
        return None

    def gains(self, sums: Matrix) -> Matrix:
        """Return scores oriented so that more is better.

        Args:
            sums: Summed statistics, a row for each text.
        """
        scores = self.scores(sums)
        return scores if self.higher_is_better else -scores

    def sentence_gains(self, rows: Matrix) -> Matrix:
        """Return sentence scores oriented so that more is better.

        Args:
            rows: Statistics, a row for each sentence.
        """
        scores = self.sentence_scores(rows)
        return scores if self.higher_is_better else -scores

    def corpus_statistics(self, hypotheses: Sequence[str], references: Sequence[Stream]) -> Matrix:
        """Return one row for each sentence.

        Args:
            hypotheses: The translations, one for each sentence.
            references: Reference texts, each as long as the hypotheses; None where a text lacks a sentence.
        """
        its = by_sentence(hypotheses, references)
        rows = self.candidate_statistics([(hypothesis,) for hypothesis in hypotheses], its)
        return np.vstack(rows) if rows else np.zeros((0, self.size))

    def statistics(self, hypothesis: str, references: Sequence[str]) -> Matrix:
        """Return the row of one sentence; many at once are counted faster.

        Args:
            hypothesis: The translation.
            references: Its reference translations.
        """
        row: Matrix = self.candidate_statistics([(hypothesis,)], [references])[0][0]
        return row


def ratio(numerator: Matrix, denominator: Matrix) -> Matrix:
    """Quotients, 0 where the denominator is."""
    result: Matrix = np.divide(
        numerator, denominator, out=np.zeros_like(numerator), where=denominator > 0
    )
    return result
