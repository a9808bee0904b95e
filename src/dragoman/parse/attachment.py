"""How well dependency trees and tags agree with right ones, over the same words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dragoman.common.errors import FormatError
from dragoman.corpus.dependency import DependencyTree


class AttachmentScores(NamedTuple):
    """Counts of words, punctuation included; labels are compared whole, with their subtypes."""

    sentences: int
    words: int
    upos: int
    xpos: int
    heads: int
    heads_and_labels: int

    @property
    def uas(self) -> float:
        """Unlabelled attachment score, in percent."""
        return self.percent(self.heads)

    @property
    def las(self) -> float:
        """Labelled attachment score, in percent."""
        return self.percent(self.heads_and_labels)

    def percent(self, count: int) -> float:
        """A count in percent of the words."""
        return 100 * count / self.words if self.words else 0.0


def score_attachment(
    gold: Iterable[DependencyTree], parsed: Iterable[DependencyTree]
) -> AttachmentScores:
    """Compares trees over the same words."""
    sentences = words = upos = xpos = heads = both = 0
    for number, (right, tree) in enumerate(zip(gold, parsed, strict=True), 1):
        if right.words != tree.words:
            raise FormatError(f"sentence {number}: the trees have different words")
        sentences, words = sentences + 1, words + len(right)
        upos += _equal(right.tags, tree.tags)
        xpos += _equal(right.xpos, tree.xpos)
        heads += _equal(right.heads, tree.heads)
        both += _equal(
            zip(right.heads, right.labels, strict=False),
            zip(tree.heads, tree.labels, strict=False),
        )
    return AttachmentScores(sentences, words, upos, xpos, heads, both)


def _equal(first: Iterable[object], second: Iterable[object]) -> int:
    return sum(a == b for a, b in zip(first, second, strict=False))
