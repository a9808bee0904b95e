"""Word translation probabilities of a trained aligner, in both directions."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dragoman._core import Vocabulary
from dragoman.io.files import open_output

NULL = "NULL"
SUFFIXES = ("f2e", "e2f")
"""Suffixes of the two files of word translation tables."""


@dataclass(frozen=True, slots=True)
class LexicalTables:
    """t(target|source) and t(source|target) over the word pairs that occur together.

    Source word ``f`` pairs with ``targets[rows[f]:rows[f + 1]]``; the two columns of ``probabilities`` are the forward
    and the reverse probability.
    """

    rows: NDArray[np.uint64]
    targets: NDArray[np.uint32]
    probabilities: NDArray[np.float64]
    null_forward: NDArray[np.float64]
    """t(target|NULL)."""
    null_reverse: NDArray[np.float64]
    """t(source|NULL)."""
    source_vocabulary: Vocabulary
    target_vocabulary: Vocabulary

    def forward(self, source: str | None, target: str) -> float:
        """Return t(target|source); None stands for NULL; 0 for words that never occurred together.

        Args:
            source: The source word; None is NULL.
            target: The target word.
        """
        if source is None:
            number = self.target_vocabulary.find(target)
            return 0.0 if number is None else float(self.null_forward[number])
        return self._value(source, target, 0)

    def reverse(self, source: str, target: str | None) -> float:
        """Return t(source|target); None stands for NULL; 0 for words that never occurred together.

        Args:
            source: The source word.
            target: The target word; None is NULL.
        """
        if target is None:
            number = self.source_vocabulary.find(source)
            return 0.0 if number is None else float(self.null_reverse[number])
        return self._value(source, target, 1)

    def _value(self, source: str, target: str, column: int) -> float:
        f, e = self.source_vocabulary.find(source), self.target_vocabulary.find(target)
        if f is None or e is None:
            return 0.0
        start, end = int(self.rows[f]), int(self.rows[f + 1])
        place = start + int(np.searchsorted(self.targets[start:end], e))
        if place == end or self.targets[place] != e:
            return 0.0
        return float(self.probabilities[place, column])

    def write(self, prefix: str | os.PathLike[str], threshold: float = 1e-5) -> None:
        """Write ``PREFIX.f2e`` (target, source, t(target|source)) and ``PREFIX.e2f`` (source, target,
        t(source|target)), as Moses lays out its lexical tables; smaller probabilities are left out.

        Args:
            prefix: The beginning of both names.
            threshold: Smaller probabilities are left out.
        """
        for column, suffix in enumerate(SUFFIXES):
            with open_output(f"{os.fspath(prefix)}.{suffix}") as out:
                for first, second, value in self._entries(column, threshold):
                    out.write(f"{first} {second} {value:.7g}\n")

    def _entries(self, column: int, threshold: float) -> Iterator[tuple[str, str, float]]:
        source, target = self.source_vocabulary, self.target_vocabulary
        given_null, words = (
            (self.null_forward, target) if column == 0 else (self.null_reverse, source)
        )
        for number in np.flatnonzero(given_null >= threshold):
            yield words.word(int(number)), NULL, float(given_null[number])
        for f in range(len(self.rows) - 1):
            start, end = int(self.rows[f]), int(self.rows[f + 1])
            values = self.probabilities[start:end, column]
            for place in np.flatnonzero(values >= threshold):
                pair = source.word(f), target.word(int(self.targets[start + int(place)]))
                yield (
                    (pair[1], pair[0], float(values[place]))
                    if column == 0
                    else (
                        *pair,
                        float(values[place]),
                    )
                )
