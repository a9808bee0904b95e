"""Pairs of words that are the same word in two writings, found among linked words without labels.

A pair is either a transliteration, made letter by letter from units (letter, letter), (letter, nothing) and (nothing,
letter) over all ways to align it, or two words that have nothing to do with each other's letters. Expectation-
maximisation tells which (Sajjad, Fraser & Schmid 2012; Durrani, Sajjad, Hoang & Koehn 2014). Words need no common
script, nothing is said of their languages.

    mined = mine([("schröder", "schroder"), ("haus", "house"), ...])
    mined[0].units        # (("s", "s"), ("c", "c"), ...)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Unit = tuple[str, str]
LONGEST = 18
"""Letters of the words that are looked at."""
MOST = 20_000
"""Pairs that are looked at."""
ITERATIONS = 10
SURE = 0.5
"""A pair is taken if it is a transliteration with a larger probability."""
_SMALLEST = 1e-12
"""Of units, so that no pair is impossible."""


@dataclass(frozen=True)
class MinedPair:
    """A pair of words that are one, and how their letters go together."""

    source: str
    target: str
    units: tuple[Unit, ...]
    """For every source letter what becomes of it: nothing, a letter, or a letter and those that follow it."""


@dataclass(frozen=True)
class Mined:
    """What was found in pairs of words."""

    pairs: tuple[MinedPair, ...]
    share: float
    """The probability that a linked pair is a transliteration."""


def mine(pairs: Sequence[tuple[str, str]]) -> Mined:
    """Return the pairs that are transliterations.

    Args:
        pairs: Words that are linked, each pair once; the first ones are looked at if there are too many.
    """
    chosen = [pair for pair in pairs if 0 < len(pair[0]) <= LONGEST and 0 < len(pair[1]) <= LONGEST]
    chosen = chosen[:MOST]
    if not chosen:
        return Mined((), 0.0)
    units = _Units(chosen)
    for _ in range(ITERATIONS):
        units.iterate()
    posteriors = units.posteriors()
    found = [
        MinedPair(*pair, units.best(*pair))
        for pair, sure in zip(chosen, posteriors, strict=True)
        if sure > SURE
    ]
    return Mined(tuple(found), float(posteriors.mean()))


class _Units:
    """The probabilities of units, and all pairs as arrays: a cell of the table of two words for all pairs at once."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._letters = tuple(
            {letter: n for n, letter in enumerate(sorted({x for p in pairs for x in p[side]}))}
            for side in (0, 1)
        )
        self._words = tuple(
            _numbers([p[side] for p in pairs], self._letters[side]) for side in (0, 1)
        )
        self._lengths = tuple(np.array([len(p[side]) for p in pairs]) for side in (0, 1))
        sizes = tuple(map(len, self._letters))
        # What each side's letters are by themselves.
        self._apart = np.zeros(len(pairs))
        for side in (0, 1):
            counts = np.bincount(
                np.concatenate(
                    [self._words[side][k, :n] for k, n in enumerate(self._lengths[side])]
                ),
                minlength=sizes[side],
            )
            logs = np.log(counts / counts.sum())
            for place in range(self._words[side].shape[1]):
                inside = place < self._lengths[side]
                self._apart += np.where(inside, logs[self._words[side][:, place]], 0.0)
        total = sizes[0] * sizes[1] + sizes[0] + sizes[1]
        self.both = np.full(sizes, 1 / total)
        self.lost = np.full(sizes[0], 1 / total)
        self.added = np.full(sizes[1], 1 / total)
        self.share = 0.5

    def _prefixes(self) -> Array:
        """For every cell (i, j) the probability of the first i and j letters of each pair."""
        source, target = self._words
        rows, columns = source.shape[1] + 1, target.shape[1] + 1
        table = np.zeros((rows, columns, len(source)))
        table[0, 0] = 1.0
        for i in range(rows):
            for j in range(columns):
                if i and j:
                    table[i, j] += (
                        table[i - 1, j - 1] * self.both[source[:, i - 1], target[:, j - 1]]
                    )
                if i:
                    table[i, j] += table[i - 1, j] * self.lost[source[:, i - 1]]
                if j:
                    table[i, j] += table[i, j - 1] * self.added[target[:, j - 1]]
        return table

    def _together(self, table: Array) -> Array:
        """The probability of each whole pair."""
        everyone = np.arange(len(self._words[0]))
        found: Array = table[self._lengths[0], self._lengths[1], everyone]
        return found

    def _posteriors(self, together: Array) -> Array:
        apart = np.log1p(-self.share) + self._apart
        logs = np.log(self.share) + np.log(np.maximum(together, 1e-300))
        found: Array = 1 / (1 + np.exp(np.clip(apart - logs, -500, 500)))
        return found

    def posteriors(self) -> Array:
        """The probability of each pair that it is a transliteration."""
        return self._posteriors(self._together(self._prefixes()))

    def iterate(self) -> None:
        """One iteration of expectation-maximisation."""
        source, target = self._words
        prefixes = self._prefixes()
        together = np.maximum(self._together(prefixes), 1e-300)
        sure = self._posteriors(together)
        weight = sure / together
        rows, columns = prefixes.shape[:2]
        rest = np.zeros_like(prefixes)
        both, lost, added = (np.zeros(x.size) for x in (self.both, self.lost, self.added))
        width = self.both.shape[1]
        for i in reversed(range(rows)):
            for j in reversed(range(columns)):
                here = ((self._lengths[0] == i) & (self._lengths[1] == j)).astype(np.float64)
                if i + 1 < rows and j + 1 < columns:
                    f, e = source[:, i], target[:, j]
                    after = self.both[f, e] * rest[i + 1, j + 1]
                    here += after
                    both += np.bincount(f * width + e, prefixes[i, j] * after * weight, both.size)
                if i + 1 < rows:
                    after = self.lost[source[:, i]] * rest[i + 1, j]
                    here += after
                    lost += np.bincount(source[:, i], prefixes[i, j] * after * weight, lost.size)
                if j + 1 < columns:
                    after = self.added[target[:, j]] * rest[i, j + 1]
                    here += after
                    added += np.bincount(target[:, j], prefixes[i, j] * after * weight, added.size)
                rest[i, j] = here
        total = both.sum() + lost.sum() + added.sum()
        self.both = np.maximum(both / total, _SMALLEST).reshape(self.both.shape)
        self.lost = np.maximum(lost / total, _SMALLEST)
        self.added = np.maximum(added / total, _SMALLEST)
        self.share = float(np.clip(sure.mean(), 1e-6, 1 - 1e-6))

    def best(self, source: str, target: str) -> tuple[Unit, ...]:
        """The most probable alignment of a pair; letters that are added stand with the one before them."""
        f = [self._letters[0][x] for x in source]
        e = [self._letters[1][x] for x in target]
        with_nothing = -np.inf
        scores = np.full((len(f) + 1, len(e) + 1), with_nothing)
        steps = np.zeros(scores.shape, dtype=int)
        scores[0, 0] = 0.0
        for i in range(len(f) + 1):
            for j in range(len(e) + 1):
                ways = []
                if i and j:
                    ways.append((scores[i - 1, j - 1] + np.log(self.both[f[i - 1], e[j - 1]]), 0))
                if i:
                    ways.append((scores[i - 1, j] + np.log(self.lost[f[i - 1]]), 1))
                if j:
                    ways.append((scores[i, j - 1] + np.log(self.added[e[j - 1]]), 2))
                if ways:
                    scores[i, j], steps[i, j] = max(ways, key=lambda way: way[0])
        pieces = [""] * len(f)
        i, j = len(f), len(e)
        while i or j:
            step = steps[i, j]
            if step != 1:
                place = max(0, i - 1)
                pieces[place] = target[j - 1] + pieces[place]
            i, j = i - (step != 2), j - (step != 1)
        return tuple(zip(source, pieces, strict=True))


def _numbers(words: Sequence[str], letters: dict[str, int]) -> NDArray[np.int64]:
    """Words as rows of numbers, filled up with zeros."""
    table = np.zeros((len(words), max(map(len, words))), np.int64)
    for row, word in enumerate(words):
        table[row, : len(word)] = [letters[x] for x in word]
    return table
