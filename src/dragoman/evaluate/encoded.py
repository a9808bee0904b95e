"""Candidates and references as numbers, the form in which the native core counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dragoman._core import Vocabulary
from dragoman.evaluate.metric import Matrix

Offsets = NDArray[np.uint64]


@dataclass(frozen=True)
class EncodedTexts:
    """Texts one after the other: where each begins, and which texts belong to which sentence."""

    words: NDArray[np.uint32]
    text: Offsets
    sentence: Offsets


def encode_texts(
    vocabulary: Vocabulary, lists: Sequence[Sequence[str]], split: Callable[[str], Sequence[str]]
) -> EncodedTexts:
    """Every sentence's texts, split into words."""
    lines = [" ".join(split(text)) for texts in lists for text in texts]
    words, text = vocabulary.encode_lines(lines)
    return EncodedTexts(words, text, np.cumsum([0, *map(len, lists)], dtype=np.uint64))


def count_candidates(
    candidates: Sequence[Sequence[str]],
    references: Sequence[Sequence[str]],
    split: Callable[[str], Sequence[str]],
    count: Callable[..., Matrix],
) -> list[Matrix]:
    """For every sentence the rows of its candidates, by a counter of the core (``bleu_counts``, ``ter_counts``)."""
    vocabulary = Vocabulary()
    mine = encode_texts(vocabulary, candidates, split)
    theirs = encode_texts(vocabulary, references, split)
    rows = count(
        mine.words,
        mine.text,
        mine.sentence,
        theirs.words,
        theirs.text,
        theirs.sentence,
        threads=1,
    )
    inner = mine.sentence[1:-1].astype(np.int64)
    return np.split(rows, inner) if candidates else []
