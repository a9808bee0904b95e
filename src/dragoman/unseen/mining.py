"""Pairs of words that are the same word in two writings, found among linked words without labels.

A pair is either a transliteration, made letter by letter from units (letter, letter), (letter, nothing) and (nothing,
letter) over all ways to align it, or two words that have nothing to do with each other's letters. Expectation-
maximisation tells which (Sajjad, Fraser & Schmid 2012; Durrani, Sajjad, Hoang & Koehn 2014). Words need no common
script, nothing is said of their languages.

    mined = mine([("schröder", "schroder"), ("haus", "house"), ...])
    mined[0].units        # (("s", "s"), ("c", "c"), ...)
"""

from __future__ import annotations

from collections import Counter
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
STEP = 3
"""Words are put together whose lengths differ by less."""
_LEAST = 1e-300
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


class _Batch:
    """Pairs of about the same lengths as arrays: a cell of the table of two words for all of them at once."""

    def __init__(
        self,
        pairs: Sequence[tuple[str, str]],
        places: Sequence[int],
        letters: tuple[dict[str, int], dict[str, int]],
    ) -> None:
        self.places = np.array(places)
        chosen = [pairs[place] for place in places]
        self.source, self.target = (
            _numbers([pair[side] for pair in chosen], letters[side]) for side in (0, 1)
        )
        self.lengths = tuple(np.array([len(pair[side]) for pair in chosen]) for side in (0, 1))

    @property
    def cells(self) -> tuple[int, int]:
        """Rows and columns of the table."""
        return self.source.shape[1] + 1, self.target.shape[1] + 1

    def whole(self, table: Array) -> Array:
        """The cell of each pair that stands for all its letters."""
        found: Array = table[self.lengths[0], self.lengths[1], np.arange(len(self.places))]
        return found


class _Units:
    """The probabilities of units, and all pairs."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._letters = _letters(pairs, 0), _letters(pairs, 1)
        groups: dict[tuple[int, int], list[int]] = {}
        for place, (source, target) in enumerate(pairs):
            groups.setdefault((-(-len(source) // STEP), -(-len(target) // STEP)), []).append(place)
        self._batches = [_Batch(pairs, groups[key], self._letters) for key in sorted(groups)]
        self.apart = _apart(pairs, 0) + _apart(pairs, 1)
        """The logarithm of the probability of each pair's letters by themselves."""
        sizes = len(self._letters[0]), len(self._letters[1])
        total = sizes[0] * sizes[1] + sizes[0] + sizes[1]
        self.both = np.full(sizes, 1 / total)
        self.lost = np.full(sizes[0], 1 / total)
        self.added = np.full(sizes[1], 1 / total)
        self.share = 0.5

    def _prefixes(self, batch: _Batch) -> Array:
        """For every cell (i, j) the probability of the first i and j letters of each pair."""
        source, target = batch.source, batch.target
        rows, columns = batch.cells
        table = np.zeros((rows, columns, len(source)))
        table[0, 0] = 1.0
        for i in range(rows):
            for j in range(columns):
                if i and j:
                    unit = self.both[source[:, i - 1], target[:, j - 1]]
                    table[i, j] += table[i - 1, j - 1] * unit
                if i:
                    table[i, j] += table[i - 1, j] * self.lost[source[:, i - 1]]
                if j:
                    table[i, j] += table[i, j - 1] * self.added[target[:, j - 1]]
        return table

    def together(self) -> Array:
        """The probability of each pair over all ways to align it."""
        found = np.zeros(len(self.apart))
        for batch in self._batches:
            found[batch.places] = batch.whole(self._prefixes(batch))
        return found

    def _sure(self, together: Array, apart: Array) -> Array:
        """The probability of each pair that it is a transliteration."""
        others = np.log1p(-self.share) + apart
        logs = np.log(self.share) + np.log(np.maximum(together, _LEAST))
        found: Array = 1 / (1 + np.exp(np.clip(others - logs, -500, 500)))
        return found

    def posteriors(self) -> Array:
        """The same by the present units."""
        return self._sure(self.together(), self.apart)

    def iterate(self) -> None:
        """One iteration of expectation-maximisation."""
        counts = [np.zeros(x.size) for x in (self.both, self.lost, self.added)]
        total = sum(self._count(batch, counts) for batch in self._batches)
        both, lost, added = counts
        units = both.sum() + lost.sum() + added.sum()
        self.both = np.maximum(both / units, _SMALLEST).reshape(self.both.shape)
        self.lost = np.maximum(lost / units, _SMALLEST)
        self.added = np.maximum(added / units, _SMALLEST)
        self.share = float(np.clip(total / len(self.apart), 1e-6, 1 - 1e-6))

    def _count(self, batch: _Batch, counts: Sequence[Array]) -> float:
        """Adds the expected counts of units; returns the expected number of transliterations."""
        both, lost, added = counts
        source, target = batch.source, batch.target
        prefixes = self._prefixes(batch)
        together = np.maximum(batch.whole(prefixes), _LEAST)
        sure = self._sure(together, self.apart[batch.places])
        weight = sure / together
        rows, columns = batch.cells
        rest = np.zeros_like(prefixes)
        width = self.both.shape[1]
        for i in reversed(range(rows)):
            for j in reversed(range(columns)):
                here = ((batch.lengths[0] == i) & (batch.lengths[1] == j)).astype(np.float64)
                before = prefixes[i, j] * weight
                if i + 1 < rows and j + 1 < columns:
                    f, e = source[:, i], target[:, j]
                    after = self.both[f, e] * rest[i + 1, j + 1]
                    here += after
                    both += np.bincount(f * width + e, before * after, both.size)
                if i + 1 < rows:
                    after = self.lost[source[:, i]] * rest[i + 1, j]
                    here += after
                    lost += np.bincount(source[:, i], before * after, lost.size)
                if j + 1 < columns:
                    after = self.added[target[:, j]] * rest[i, j + 1]
                    here += after
                    added += np.bincount(target[:, j], before * after, added.size)
                rest[i, j] = here
        return float(sure.sum())

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


def _letters(pairs: Sequence[tuple[str, str]], side: int) -> dict[str, int]:
    return {letter: n for n, letter in enumerate(sorted({x for p in pairs for x in p[side]}))}


def _apart(pairs: Sequence[tuple[str, str]], side: int) -> Array:
    """For each pair the logarithm of the probability of one side's letters, whatever the other side is."""
    counts = Counter(letter for pair in pairs for letter in pair[side])
    logs = {letter: np.log(count / counts.total()) for letter, count in counts.items()}
    return np.array([sum(logs[letter] for letter in pair[side]) for pair in pairs])


def _numbers(words: Sequence[str], letters: dict[str, int]) -> NDArray[np.int64]:
    """Words as rows of numbers, filled up with zeros."""
    table = np.zeros((len(words), max(map(len, words))), np.int64)
    for row, word in enumerate(words):
        table[row, : len(word)] = [letters[x] for x in word]
    return table
