"""TER (Snover et al. 2006) as sacreBLEU computes it, with its default preparation (case-insensitive).

By default sacreBLEU's TER takes for words what stands between blanks. In Chinese and Japanese that is a whole clause,
and the rate says nothing. With ``normalized`` and ``asian_support`` every Han character is a word; ``make_metric``
chooses this for text whose words BLEU finds itself (``zh``, ``ja-mecab``, ``char``).

Statistics: the fewest edits over the references, and the mean length of the references.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dragoman.evaluate.metric import Formula, Matrix, Metric

if TYPE_CHECKING:
    from sacrebleu.metrics.ter import TERScore


class TER(Metric):
    """Translation edit rate: less is better.

    Args:
        normalized: Separate punctuation marks from words.
        asian_support: Make a word of every Han character; needs ``normalized``.
    """

    name = "TER"
    size = 2
    higher_is_better = False

    def __init__(self, normalized: bool = False, asian_support: bool = False) -> None:
        from sacrebleu.metrics import ter

        self._sacre = ter.TER(normalized=normalized, asian_support=asian_support)

    def tokens(self, text: str) -> list[str]:
        """Return the words that are compared.

        Args:
            text: A sentence.
        """
        return str(self._sacre.tokenizer(text.rstrip())).split()

    def candidate_statistics(
        self, candidates: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Matrix]:
        """Return edits and reference length, counted by the native core.

        Args:
            candidates: For every sentence its candidate translations.
            references: For every sentence its references.
        """
        from dragoman._core import ter_counts
        from dragoman.evaluate.encoded import count_candidates

        return count_candidates(candidates, references, self.tokens, ter_counts)

    def scores(self, sums: Matrix) -> Matrix:
        """Return edits per reference word, in percent; 100 for words against an empty reference.

        Args:
            sums: Summed statistics, a row for each text.
        """
        edits, length = sums[..., 0], sums[..., 1]
        plain = edits / np.where(length > 0, length, 1)
        result: Matrix = 100 * np.where(length > 0, plain, np.where(edits > 0, 1.0, 0.0))
        return result

    def formula(self) -> Formula:
        """Return negative TER."""
        return [("ter", 1.0, 0)]

    def result(self, total: Matrix) -> TERScore:
        """Return the score as sacreBLEU's object.

        Args:
            total: The sum of the sentences' statistics.
        """
        from sacrebleu.metrics.ter import TERScore

        return TERScore(float(self.scores(total[None])[0]), total[0], total[1])

    def signature(self, references: int) -> str:
        """Return sacreBLEU's signature.

        Args:
            references: How many references a sentence has; -1 if that varies.
        """
        self._sacre.num_refs = references
        return str(self._sacre.get_signature())
