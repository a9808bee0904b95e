"""TER (Snover et al. 2006) as sacreBLEU computes it, with its default preparation (case-insensitive).

By default sacreBLEU's TER takes for words what stands between blanks. In Chinese and Japanese that is a whole clause,
and the rate says nothing. So where BLEU compares characters or words that it found itself (``zh``, ``ja-mecab``,
``char``), TER is sacreBLEU's with ``normalized`` and ``asian_support``, which makes a word of every Han character;
``norm:yes`` and ``asian:yes`` in the signature tell.

Statistics: the fewest edits over the references, and the mean length of the references.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dragoman.evaluate.metric import Formula, Matrix, Metric, MetricOptions

_WITHOUT_BLANKS = frozenset(("zh", "ja-mecab", "char"))
"""BLEU's tokenisations of text that has no blanks between words."""


class Ter(Metric):
    """Translation edit rate: less is better."""

    name = "TER"
    size = 2
    higher_is_better = False

    def __init__(self, options: MetricOptions | None = None) -> None:
        from sacrebleu.metrics.ter import TER

        self.options = options or MetricOptions()
        asian = self.options.tokenize in _WITHOUT_BLANKS
        self._sacre = TER(normalized=asian, asian_support=asian)

    def tokens(self, text: str) -> list[str]:
        """The words that are compared."""
        return str(self._sacre.tokenizer(text.rstrip())).split()

    def candidate_statistics(
        self, candidates: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Matrix]:
        """Edits and reference length, counted by the native core."""
        from dragoman._core import ter_counts
        from dragoman.evaluate.encoded import count_candidates

        return count_candidates(candidates, references, self.tokens, ter_counts)

    def scores(self, sums: Matrix) -> Matrix:
        """Edits per reference word, in percent; 100 for words against an empty reference."""
        edits, length = sums[..., 0], sums[..., 1]
        plain = edits / np.where(length > 0, length, 1)
        result: Matrix = 100 * np.where(length > 0, plain, np.where(edits > 0, 1.0, 0.0))
        return result

    def formula(self) -> Formula:
        """Negative TER."""
        return [("ter", 1.0, 0)]

    def score(self, total: Matrix) -> float:
        """The same for one vector."""
        return float(self.scores(total[None])[0])

    def signature(self, references: int) -> str:
        """sacreBLEU's."""
        self._sacre.num_refs = references
        return str(self._sacre.get_signature())
