"""Texts as the numbers that an aligner knows their words by."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from dragoman._core import Vocabulary
from dragoman.common.errors import ConfigError
from dragoman.corpus.integers import UNKNOWN, IntegerCorpus

Text = Iterable[str] | IntegerCorpus


def encode(text: Text, vocabulary: Vocabulary | None = None) -> IntegerCorpus:
    """The text as numbers. A given vocabulary may lack words of the text."""
    if not isinstance(text, IntegerCorpus):
        return IntegerCorpus.encode(text, vocabulary)
    if vocabulary is None or _same(text.vocabulary, vocabulary):
        return text
    known = text.vocabulary
    numbers = [vocabulary.find(known.word(i)) for i in range(len(known))]
    table = np.array([UNKNOWN if n is None else n for n in numbers] + [UNKNOWN], np.uint32)
    ids = table[np.minimum(text.ids, np.uint32(len(known)))]
    return IntegerCorpus(ids, text.offsets, vocabulary)


def evenly_chosen(
    source: IntegerCorpus, target: IntegerCorpus, count: int
) -> tuple[IntegerCorpus, IntegerCorpus]:
    """Return so many pairs with the words that they have; all pairs if there are not more.

    Args:
        source: The source side.
        target: The target side.
        count: How many pairs.
    """
    if count >= len(source):
        return source, target
    lines = [number * len(source) // count for number in range(count)]
    first, second = (
        IntegerCorpus.encode(text.text(number) for number in lines) for text in (source, target)
    )
    return first, second


def _same(first: Vocabulary, second: Vocabulary) -> bool:
    """Whether two vocabularies number the same words the same way."""
    return first is second or (
        len(first) == len(second)
        and np.array_equal(first.arrays()[0], second.arrays()[0])
        and np.array_equal(first.arrays()[1], second.arrays()[1])
    )


def check_lengths(source: IntegerCorpus, target: IntegerCorpus) -> None:
    """Refuse texts with different numbers of lines."""
    if len(source) != len(target):
        refuse_lengths(len(source), len(target))


def refuse_lengths(source: int, target: int) -> None:
    """Say how many lines each of two texts has."""
    raise ConfigError(
        f"the source has {source} lines and the target {target}: "
        "expected one line for each sentence of both"
    )
