"""What is known of word translations before training: a dictionary, or another aligner.

A known pair of words begins with a count, as if it had been seen so often as a link. So it weighs much where the text
is small or the words are rare, and little where the text says more.

    train(source, target, priors=read_dictionary("words.tsv").pairs)
    train(source, target, priors=translations_of(aligner.lexical_tables()))
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dragoman._core import Vocabulary
from dragoman.align.lexical import LexicalTables
from dragoman.common.errors import ConfigError, FormatError
from dragoman.corpus.words import split_words
from dragoman.io.files import display_name, read_lines

Priors = Mapping[tuple[str, str], float]
"""The count of each pair of a source and a target word."""
LARGEST_COUNT = 1e6
LEAST_SHARE = 0.05
"""Pairs of another aligner whose translation probabilities have a smaller geometric mean are left out."""


class Dictionary(NamedTuple):
    """The word pairs of a dictionary, and the number of entries of several words, which were left out."""

    pairs: dict[tuple[str, str], float]
    phrases: int


def read_dictionary(path: str | os.PathLike[str]) -> Dictionary:
    """Return the entries of lines ``source TAB target``, or with a TAB and a count.

    The count is 1 unless given; counts of a pair that is there twice are added up.
    """
    known: dict[tuple[str, str], float] = {}
    phrases = 0
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        fields = line.split("\t")
        try:
            source, target, count = (*fields, "1") if len(fields) == 2 else fields
            value = float(count)
            if not 0 <= value <= LARGEST_COUNT or not source.strip() or not target.strip():
                raise ValueError
        except ValueError:
            raise FormatError(
                f"expected source TAB target, or with TAB and a count of at most {LARGEST_COUNT:.0f}",
                display_name(path),
                number,
            ) from None
        words = split_words(source), split_words(target)
        if len(words[0]) != 1 or len(words[1]) != 1:
            phrases += 1
            continue
        pair = words[0][0], words[1][0]
        known[pair] = min(known.get(pair, 0.0) + value, LARGEST_COUNT)
    return Dictionary(known, phrases)


def translations_of(
    tables: LexicalTables,
    sources: Collection[str] | None = None,
    targets: Collection[str] | None = None,
) -> dict[tuple[str, str], float]:
    """Return the likely word translations of a trained aligner.

    The count of a pair is the geometric mean of its probabilities in the two directions.

    Args:
        tables: The aligner's word translation probabilities.
        sources: The source words that matter; None: all.
        targets: The target words that matter; None: all.
    """
    known: dict[tuple[str, str], float] = {}
    for word in _words(tables.source_vocabulary, sources):
        number = tables.source_vocabulary.find(word)
        if number is None:
            continue
        first, last = int(tables.rows[number]), int(tables.rows[number + 1])
        shares = np.sqrt(np.prod(tables.probabilities[first:last], axis=1))
        for place in np.flatnonzero(shares >= LEAST_SHARE):
            other = tables.target_vocabulary.word(int(tables.targets[first + int(place)]))
            if targets is None or other in targets:
                known[word, other] = float(shares[place])
    return known


def _words(vocabulary: Vocabulary, wanted: Collection[str] | None) -> Iterable[str]:
    """The words that are wanted, in an order that is always the same."""
    return map(vocabulary.word, range(len(vocabulary))) if wanted is None else sorted(wanted)


def known_pairs(
    known: Priors, source: Vocabulary, target: Vocabulary
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]:
    """Return known pairs in the order of the core, numbered; words that a vocabulary lacks must be added before."""
    rows = []
    for (first, second), count in known.items():
        f, e = source.find(first), target.find(second)
        if f is None or e is None:
            continue
        if not 0 <= count <= LARGEST_COUNT:
            raise ConfigError(
                f"{first} {second}: expected a count from 0 to {LARGEST_COUNT:.0f}, got {count}"
            )
        rows.append((f, e, count))
    rows.sort()
    table: NDArray[Any] = np.array(rows, np.float64).reshape(len(rows), 3)
    return (
        np.ascontiguousarray(table[:, 0].astype(np.uint32)),
        np.ascontiguousarray(table[:, 1].astype(np.uint32)),
        np.ascontiguousarray(table[:, 2]),
    )


def with_words(vocabulary: Vocabulary, words: list[str]) -> Vocabulary:
    """Return the vocabulary with more words after its own, or the same one if it has them all."""
    new = [word for word in dict.fromkeys(words) if word not in vocabulary]
    if not new:
        return vocabulary
    grown = Vocabulary()
    for number in range(len(vocabulary)):
        grown.insert(vocabulary.word(number))
    for word in new:
        grown.insert(word)
    return grown
