"""BLEU (Papineni et al. 2002) as sacreBLEU computes it: one or several references, the closest reference's length.

Statistics: hypothesis length, closest reference length, matched n-grams for n = 1..order, n-grams for n = 1..order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dragoman.common.errors import ConfigError
from dragoman.evaluate.metric import Formula, Matrix, Metric, ratio
from dragoman.evaluate.tokenization import DEFAULT

if TYPE_CHECKING:
    from sacrebleu.metrics.bleu import BLEUScore


class BLEU(Metric):
    """BLEU of texts; sentences by themselves are smoothed as ``sacrebleu --sentence-level`` does.

    Args:
        lowercase: Ignore case.
        tokenize: sacreBLEU's tokenization: none, 13a, zh, char, intl, ...
        max_ngram_order: The length of the longest n-grams.
    """

    name = "BLEU"

    def __init__(
        self, lowercase: bool = False, tokenize: str = DEFAULT, max_ngram_order: int = 4
    ) -> None:
        from sacrebleu.metrics import bleu

        self.lowercase = lowercase
        self.order = max_ngram_order
        self.size = 2 + 2 * self.order
        try:
            self._sacre = bleu.BLEU(
                lowercase=lowercase, tokenize=tokenize, max_ngram_order=max_ngram_order, force=True
            )
        except (KeyError, ImportError, RuntimeError, ValueError) as error:
            raise ConfigError(
                f"the tokenization '{tokenize}' is not available ({error}); "
                f"sacreBLEU knows {', '.join(bleu.BLEU.TOKENIZERS)}"
            ) from None

    def tokens(self, text: str) -> list[str]:
        """Return the words that are compared.

        Args:
            text: A sentence.
        """
        text = text.rstrip()
        if self.lowercase:
            text = text.lower()
        return str(self._sacre.tokenizer(text)).split()

    def candidate_statistics(
        self, candidates: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Matrix]:
        """Return lengths, then matches, then totals, counted by the native core.

        Args:
            candidates: For every sentence its candidate translations.
            references: For every sentence its references.
        """
        from dragoman._core import bleu_counts
        from dragoman.evaluate.encoded import count_candidates

        count = partial(bleu_counts, order=self.order)
        return count_candidates(candidates, references, self.tokens, count)

    def formula(self) -> Formula:
        """Return exponentially smoothed BLEU of this order."""
        return [("bleu", 1.0, self.order)]

    def result(self, total: Matrix) -> BLEUScore:
        """Return sacreBLEU's own result: score, precisions, brevity penalty and lengths.

        Args:
            total: The sum of the sentences' statistics.
        """
        return self._compute(total, effective=False)

    def sentence_result(self, row: Matrix) -> BLEUScore:
        """Return sacreBLEU's own result with the effective order.

        Args:
            row: The sentence's statistics.
        """
        return self._compute(row, effective=True)

    def _compute(self, total: Matrix, effective: bool) -> BLEUScore:
        return self._sacre.compute_bleu(
            [int(x) for x in total[2 : 2 + self.order]],
            [int(x) for x in total[2 + self.order :]],
            int(total[0]),
            int(total[1]),
            smooth_method="exp",
            effective_order=effective,
            max_ngram_order=self.order,
        )

    def scores(self, sums: Matrix) -> Matrix:
        """Return BLEU, exponentially smoothed, as sacreBLEU's default; it differs from it only by rounding.

        Args:
            sums: Summed statistics, a row for each text.
        """
        return self._scores(sums, effective=False)

    def sentence_scores(self, rows: Matrix) -> Matrix:
        """Return BLEU with the effective order: n-gram lengths that the hypothesis is too short for do not count.

        Args:
            rows: Statistics, a row for each sentence.
        """
        return self._scores(rows, effective=True)

    def precisions(self, sums: Matrix) -> Matrix:
        """Return unsmoothed n-gram precisions in percent, one column per n.

        Args:
            sums: Summed statistics, a row for each text.
        """
        return 100 * ratio(
            np.ascontiguousarray(sums[..., 2 : 2 + self.order]), sums[..., 2 + self.order :]
        )

    def brevity(self, sums: Matrix) -> Matrix:
        """Return the brevity penalty.

        Args:
            sums: Summed statistics, a row for each text.
        """
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
        """Return sacreBLEU's signature.

        Args:
            references: How many references a sentence has; -1 if that varies.
        """
        self._sacre.num_refs = references
        return str(self._sacre.get_signature())
