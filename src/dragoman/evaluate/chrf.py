"""chrF (Popović 2015) as sacreBLEU computes it: F2 over character n-grams of up to six characters.

Statistics: for n = 1..6, n-grams of the hypothesis, of the reference, and matches; of several references the one
with the best F counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from dragoman.evaluate.metric import Formula, Matrix, Metric, ratio

if TYPE_CHECKING:
    from sacrebleu.metrics.chrf import CHRFScore

ORDER = 6
BETA = 2


class CHRF(Metric):
    """chrF2.

    Args:
        lowercase: Ignore case.
    """

    name = "chrF2"
    size = 3 * ORDER

    def __init__(self, lowercase: bool = False) -> None:
        self.lowercase = lowercase
        self._counts = lru_cache(maxsize=1 << 14)(self._ngrams)

    def _ngrams(self, text: str) -> list[Counter[str]]:
        if self.lowercase:
            text = text.lower()
        text = "".join(text.split())
        return [
            Counter(text[i : i + n] for i in range(len(text) - n + 1)) for n in range(1, ORDER + 1)
        ]

    def candidate_statistics(
        self, candidates: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Matrix]:
        """Return triples of hypothesis, reference and match counts, against the best reference.

        Args:
            candidates: For every sentence its candidate translations.
            references: For every sentence its references.
        """
        return [
            np.array([self._row(text, its) for text in texts]).reshape(len(texts), self.size)
            for texts, its in zip(candidates, references, strict=True)
        ]

    def _row(self, hypothesis: str, references: Sequence[str]) -> Matrix:
        mine = self._ngrams(hypothesis)
        rows = np.zeros((len(references), self.size), dtype=np.float64)
        for row, reference in zip(rows, references, strict=True):
            for n, (hyp, ref) in enumerate(zip(mine, self._counts(reference), strict=True)):
                if ref:
                    row[3 * n] = hyp.total()
                    row[3 * n + 1] = ref.total()
                    row[3 * n + 2] = sum(min(c, ref[g]) for g, c in hyp.items() if g in ref)
        best: Matrix = rows[np.argmax(self.scores(rows))]
        return best

    def scores(self, sums: Matrix) -> Matrix:
        """Return F2 of the precision and recall averaged over the n-gram lengths that both sides have.

        Args:
            sums: Summed statistics, a row for each text.
        """
        hyp, ref, match = (np.ascontiguousarray(sums[..., k::3]) for k in range(3))
        both = (hyp > 0) & (ref > 0)
        orders = np.maximum(1, both.sum(axis=-1))
        precision = np.where(both, ratio(match, hyp), 0).sum(axis=-1) / orders
        recall = np.where(both, ratio(match, ref), 0).sum(axis=-1) / orders
        factor = BETA**2
        return 100 * ratio(
            np.asarray((1 + factor) * precision * recall), np.asarray(factor * precision + recall)
        )

    def formula(self) -> Formula:
        """Return F2 of n-grams up to six characters."""
        return [("chrf", 1.0, ORDER)]

    def result(self, total: Matrix) -> CHRFScore:
        """Return the score as sacreBLEU's object.

        Args:
            total: The sum of the sentences' statistics.
        """
        from sacrebleu.metrics.chrf import CHRFScore

        return CHRFScore(float(self.scores(total[None])[0]), ORDER, 0, BETA)

    def signature(self, references: int) -> str:
        """Return sacreBLEU's signature.

        Args:
            references: How many references a sentence has; -1 if that varies.
        """
        from sacrebleu.metrics import chrf

        sacre = chrf.CHRF(lowercase=self.lowercase)
        sacre.num_refs = references
        return str(sacre.get_signature())
