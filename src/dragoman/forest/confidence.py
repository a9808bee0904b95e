"""How sure a model is of each word of a translation: word posteriors over the forest (Ueffing and Ney 2007).

A derivation has the probability p proportional to exp(scale * score) among all derivations of the forest. The
confidence of a word is the probability that its source word is translated by it: the sum of p over the derivations
that link that source word to the same target word, wherever it stands. Of several source words, the surest counts. A
word without links is judged by the source words of its phrase: by the probability that a rule which covers one of
them gives the word.

It says how much the model prefers a word to its own alternatives. A word that no rule translates has none, so that its
confidence is high: ``Step.unknown`` tells of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dragoman.forest.derivation import Derivation
from dragoman.forest.forest import Forest

Sums = Mapping[tuple[int, int], float]
"""By source position and number of a target word, the probability of what both stand for."""


def word_confidences(
    forest: Forest, derivation: Derivation, scale: float = 1.0
) -> tuple[float, ...]:
    """A number from 0 to 1 for every target word of a derivation of the forest."""
    return WordPosteriors(forest, scale).confidences(derivation)


class WordPosteriors:
    """The sums over a forest, for any number of its derivations."""

    def __init__(self, forest: Forest, scale: float = 1.0) -> None:
        self._forest = forest
        self._posteriors = forest.posteriors(scale)
        self._numbers = {word: number for number, word in enumerate(forest.words)}

    @cached_property
    def _linked(self) -> Sums:
        return _linked(self._forest, self._posteriors)

    @cached_property
    def _covered(self) -> Sums:
        return _covered(self._forest, self._posteriors)

    def confidences(self, derivation: Derivation) -> tuple[float, ...]:
        """A number from 0 to 1 for every target word."""
        found = [0.0] * len(derivation.tokens)
        for step in derivation.steps:
            sources = [place for first, last in step.source_spans for place in range(first, last)]
            links: dict[int, list[int]] = {}
            for source, target in step.alignment:
                links.setdefault(target, []).append(source)
            for word, target in zip(step.target, step.target_positions, strict=True):
                number = self._numbers.get(word, -1)
                sums = self._linked if target in links else self._covered
                values = [sums.get((source, number), 0.0) for source in links.get(target, sources)]
                found[target] = min(1.0, max(values, default=0.0))
        return tuple(found)


def _linked(forest: Forest, posteriors: NDArray[np.float64]) -> Sums:
    """The probability that a source word is linked to a target word."""
    native = forest.native
    links = np.asarray(native.links, dtype=np.int64).reshape(-1, 2)
    edges = _owners(native.link_first)
    first = np.asarray(native.symbol_first, dtype=np.int64)
    places = first[edges] + links[:, 1]
    inside = places < first[edges + 1]  # others belong to later pieces of phrases with gaps
    edges, sources, places = edges[inside], links[inside, 0], places[inside]
    return _sums(edges, sources, np.asarray(native.symbols, dtype=np.int64)[places], posteriors)


def _covered(forest: Forest, posteriors: NDArray[np.float64]) -> Sums:
    """The probability that a source word is covered by a rule that gives a target word."""
    native = forest.native
    spans = np.asarray(native.spans, dtype=np.int64).reshape(-1, 2)
    lengths = spans[:, 1] - spans[:, 0]
    owners = np.repeat(_owners(native.span_first), lengths)
    starts = np.repeat(spans[:, 0] - (np.cumsum(lengths) - lengths), lengths)
    sources = starts + np.arange(len(starts))
    symbols = np.asarray(native.symbols, dtype=np.int64)
    first = np.asarray(native.symbol_first, dtype=np.int64)
    counts = (first[1:] - first[:-1])[owners]
    offsets = np.repeat(first[owners] - (np.cumsum(counts) - counts), counts)
    words = symbols[offsets + np.arange(len(offsets))]
    return _sums(np.repeat(owners, counts), np.repeat(sources, counts), words, posteriors)


def _owners(first: NDArray[np.integer]) -> NDArray[np.int64]:
    """The edge of every item, from where the items of each edge begin."""
    places = np.asarray(first, dtype=np.int64)
    return np.repeat(np.arange(len(places) - 1), places[1:] - places[:-1])


def _sums(
    edges: NDArray[np.int64],
    sources: NDArray[np.int64],
    words: NDArray[np.int64],
    posteriors: NDArray[np.float64],
) -> Sums:
    """Posteriors of edges, summed by source position and word; an edge counts once for each pair."""
    real = words >= 0
    rows = np.unique(np.stack([sources[real], words[real], edges[real]], axis=1), axis=0)
    pairs, inverse = np.unique(rows[:, :2], axis=0, return_inverse=True)
    totals = np.bincount(inverse.reshape(-1), weights=posteriors[rows[:, 2]], minlength=len(pairs))
    return {(int(s), int(w)): float(p) for (s, w), p in zip(pairs, totals, strict=True)}
