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

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.forest.derivation import Derivation
from dragoman.forest.forest import Forest

Numbers = NDArray[np.int64]
Rows = tuple[Numbers, Numbers]
"""Edges, and a key of a source position and a target word for each."""


def word_confidences(
    forest: Forest, derivation: Derivation, scale: float = 1.0
) -> tuple[float, ...]:
    """A number from 0 to 1 for every target word of a derivation of the forest."""
    return WordPosteriors(forest, scale).confidences([derivation])[0]


@dataclass(frozen=True)
class _Word:
    """A target word whose confidence is asked for."""

    place: int
    linked: bool
    keys: list[int]


class WordPosteriors:
    """The posteriors of a forest's edges, for the confidences of any number of its derivations."""

    def __init__(self, forest: Forest, scale: float = 1.0) -> None:
        self._forest = forest
        self._posteriors = forest.posteriors(scale)
        self._numbers = {word: number for number, word in enumerate(forest.words)}

    def confidences(self, derivations: Sequence[Derivation]) -> list[tuple[float, ...]]:
        """For every derivation, a number from 0 to 1 for each of its target words."""
        asked = [self._asked(one) for one in derivations]
        sums = {
            by_links: self._sums(
                self._linked if by_links else self._covered,
                [
                    key
                    for words in asked
                    for word in words
                    if word.linked == by_links
                    for key in word.keys
                ],
            )
            for by_links in (True, False)
        }
        return [
            tuple(
                min(1.0, max((sums[word.linked][key] for key in word.keys), default=0.0))
                for word in sorted(words, key=lambda word: word.place)
            )
            for words in asked
        ]

    def _asked(self, derivation: Derivation) -> list[_Word]:
        words = []
        for step in derivation.steps:
            sources = [place for first, last in step.source_spans for place in range(first, last)]
            links: dict[int, list[int]] = {}
            for source, target in step.alignment:
                links.setdefault(target, []).append(source)
            for word, target in zip(step.target, step.target_positions, strict=True):
                number = self._numbers[word]
                keys = [self._key(place, number) for place in links.get(target, sources)]
                words.append(_Word(target, target in links, keys))
        return words

    def _key(self, source: Any, word: Any) -> Any:
        return source * len(self._forest.words) + word

    @cached_property
    def _linked(self) -> Rows:
        """Edges that link a source word to a target word."""
        native = self._forest.native
        links = np.asarray(native.links, dtype=np.int64).reshape(-1, 2)
        edges = _owners(native.link_first)
        first = np.asarray(native.symbol_first, dtype=np.int64)
        places = first[edges] + links[:, 1]
        inside = places < first[edges + 1]  # others belong to later pieces of phrases with gaps
        edges, sources, places = edges[inside], links[inside, 0], places[inside]
        return self._rows(edges, sources, np.asarray(native.symbols, dtype=np.int64)[places])

    @cached_property
    def _covered(self) -> Rows:
        """Edges that cover a source word and give a target word."""
        native = self._forest.native
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
        return self._rows(np.repeat(owners, counts), np.repeat(sources, counts), words)

    def _rows(self, edges: Numbers, sources: Numbers, words: Numbers) -> Rows:
        real = words >= 0
        return edges[real], self._key(sources[real], words[real])

    def _sums(self, rows: Rows, wanted: list[int]) -> dict[int, float]:
        """Posteriors of edges, summed by key; an edge counts once for each."""
        if not wanted:
            return {}
        edges, keys = rows
        places = np.unique(np.array(wanted, dtype=np.int64))
        table = np.full(self._key(len(self._forest.source) + 1, 0), -1, dtype=np.int64)
        table[places] = np.arange(len(places))
        chosen = table[keys]
        known = np.flatnonzero(chosen >= 0)
        pairs = np.unique(edges[known] * len(places) + chosen[known])
        owners, numbers = np.divmod(pairs, len(places))
        totals = np.bincount(numbers, self._posteriors[owners], minlength=len(places))
        return dict(zip(places.tolist(), totals.tolist(), strict=True))


def _owners(first: NDArray[np.integer]) -> Numbers:
    """The edge of every item, from where the items of each edge begin."""
    places = np.asarray(first, dtype=np.int64)
    return np.repeat(np.arange(len(places) - 1), places[1:] - places[:-1])
