"""Word translations that the beginnings of words tell, for training to begin with.

In a small text most forms of a word are seen once or twice, and an aligner learns nothing of one form from another. So
a first aligner sees only the first letters of each word, by which forms of a word are mostly one: what is rare as a
word is less rare as a beginning. The pairs of words that it links are known before the second aligner is trained.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dragoman._core import Vocabulary
from dragoman.align.links import Links
from dragoman.corpus.integers import UNKNOWN, IntegerCorpus

SHARE = 0.3
"""What a link of the first aligner counts."""

AlignPlainly = Callable[[IntegerCorpus, IntegerCorpus], Links]


def known_by_beginnings(
    source: IntegerCorpus, target: IntegerCorpus, letters: int, align: AlignPlainly
) -> dict[tuple[str, str], float]:
    """Return the pairs of words that are linked if only the first letters of words count, with their counts.

    Args:
        source: The source side.
        target: The target side.
        letters: How many letters of a word count.
        align: Trains an aligner on a bitext, and returns the links of this bitext.
    """
    links = align(cut(source, letters), cut(target, letters))
    starts = links.offsets.astype(np.int64)
    pairs = np.repeat(np.arange(len(links)), starts[1:] - starts[:-1])
    ends = [
        side.ids[side.offsets[pairs].astype(np.int64) + links.links[:, column]].astype(np.uint64)
        for column, side in enumerate((source, target))
    ]
    found, counts = np.unique(ends[0] << np.uint64(32) | ends[1], return_counts=True)
    words = source.vocabulary.word, target.vocabulary.word
    return {
        (words[0](key >> 32), words[1](key & 0xFFFFFFFF)): SHARE * count
        for key, count in zip(found.tolist(), counts.tolist(), strict=True)
    }


def cut(text: IntegerCorpus, letters: int) -> IntegerCorpus:
    """Return the text with no more than the first letters of each word.

    Args:
        text: The text.
        letters: How many letters of a word are left.
    """
    shorter, words = Vocabulary(), text.vocabulary
    numbers = [shorter.insert(words.word(number)[:letters]) for number in range(len(words))]
    table: NDArray[np.uint32] = np.array([*numbers, UNKNOWN], np.uint32)
    return IntegerCorpus(table[np.minimum(text.ids, len(words))], text.offsets, shorter)
