"""BLEU (Papineni et al. 2002) as sacreBLEU computes it: one or several references, the closest reference's length.

Statistics: hypothesis length, closest reference length, matched n-grams for n = 1..order, n-grams for n = 1..order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dragoman.common.errors import ConfigError
from dragoman.evaluate.metric import Formula, Matrix, Metric, MetricOptions, ratio

if TYPE_CHECKING:
    from sacrebleu.metrics.bleu import BLEUScore


class Bleu(Metric):
    """Corpus BLEU; sentences by themselves are smoothed as ``sacrebleu --sentence-level`` does."""

    name = "BLEU"

    def __init__(self, options: MetricOptions | None = None) -> None:
        from sacrebleu.metrics.bleu import BLEU

        self.options = options or MetricOptions()
        self.order = self.options.order
        self.size = 2 + 2 * self.order
        try:
            self._sacre = BLEU(
                lowercase=self.options.lowercase,
                tokenize=self.options.tokenize,
                max_ngram_order=self.order,
                force=True,
            )
        except (KeyError, ImportError, RuntimeError, ValueError) as error:
            raise ConfigError(
                f"the tokenisation '{self.options.tokenize}' is not available ({error}); "
                f"sacreBLEU knows {', '.join(BLEU.TOKENIZERS)}"
            ) from None

    def tokens(self, text: str) -> list[str]:
        """The words that are compared."""
        text = text.rstrip()
        if self.options.lowercase:
            text = text.lower()
        return str(self._sacre.tokenizer(text)).split()

    def candidate_statistics(
        self, candidates: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Matrix]:
        """Lengths, then matches, then totals, counted by the native core."""
        from dragoman._core import bleu_counts
        from dragoman.evaluate.encoded import count_candidates

        count = partial(bleu_counts, order=self.order)
        return count_candidates(candidates, references, self.tokens, count)

    def formula(self) -> Formula:
        """Exponentially smoothed BLEU of this order."""
        return [("bleu", 1.0, self.order)]

    def score(self, total: Matrix) -> float:
        """sacreBLEU's own computation."""
        return float(self._compute(total).score)

    def details(self, total: Matrix) -> str:
        """Precisions, brevity penalty and lengths."""
        result = self._compute(total)
        precisions = "/".join(f"{p:.1f}" for p in result.precisions)
        return (
            f"{precisions} (BP = {result.bp:.3f} ratio = {result.ratio:.3f} "
            f"hyp_len = {result.sys_len} ref_len = {result.ref_len})"
        )

    def _compute(self, total: Matrix) -> BLEUScore:
        return self._sacre.compute_bleu(
            [int(x) for x in total[2 : 2 + self.order]],
            [int(x) for x in total[2 + self.order :]],
            int(total[0]),
            int(total[1]),
            smooth_method="exp",
            max_ngram_order=self.order,
        )

    def scores(self, sums: Matrix) -> Matrix:
        """Exponentially smoothed, as sacreBLEU's default; differs from it only by rounding."""
        return self._scores(sums, effective=False)

    def sentence_scores(self, rows: Matrix) -> Matrix:
        """With the effective order: n-gram lengths that the hypothesis is too short for do not count."""
        return self._scores(rows, effective=True)

    def precisions(self, sums: Matrix) -> Matrix:
        """Unsmoothed n-gram precisions in percent, one column per n."""
        return 100 * ratio(
            np.ascontiguousarray(sums[..., 2 : 2 + self.order]), sums[..., 2 + self.order :]
        )

    def brevity(self, sums: Matrix) -> Matrix:
        """The brevity penalty."""
        length, reference = sums[..., 0], sums[..., 1]
        with np.errstate(divide="ignore", over="ignore"):
            penalty = np.exp(1 - reference / np.where(length > 0, length, 1))
        result: Matrix = np.where(length >= reference, 1.0, np.where(length > 0, penalty, 0.0))
        return result

    def _scores(self, sums: Matrix, effective: bool) -> Matrix:
        matches = sums[..., 2 : 2 + self.order]
        totals = sums[..., 2 + self.order :]
        missed = (matches == 0) & (totals > 0)
        smoothed = np.where(missed, 0.5 ** np.cumsum(missed, axis=-1), matches)
        with np.errstate(divide="ignore"):
            logs = np.log(ratio(smoothed, totals))
        if effective:
            orders = np.maximum(1, (totals > 0).sum(axis=-1))
            mean = np.where(totals > 0, logs, 0.0).sum(axis=-1) / orders
        else:
            mean = logs.mean(axis=-1)
        some = matches.any(axis=-1)
        result: Matrix = np.where(
            some, 100 * self.brevity(sums) * np.exp(np.where(some, mean, 0)), 0.0
        )
        return result

    def signature(self, references: int) -> str:
        """sacreBLEU's."""
        self._sacre.num_refs = references
        return str(self._sacre.get_signature())
