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

from dragoman.forest.derivation import Derivation
from dragoman.forest.forest import Forest

Pair = tuple[int, int]
"""A source position, and the number of a target word."""


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
    pairs: list[Pair]


class WordPosteriors:
    """The posteriors of a forest's edges, for the confidences of any number of its derivations."""

    def __init__(self, forest: Forest, scale: float = 1.0) -> None:
        self._forest = forest
        self._posteriors = forest.posteriors(scale)
        self._numbers = {word: number for number, word in enumerate(forest.words)}

    def confidences(self, derivations: Sequence[Derivation]) -> list[tuple[float, ...]]:
        """For every derivation, a number from 0 to 1 for each of its target words."""
        asked = [self._asked(one) for one in derivations]
        sums = {linked: self._sums(asked, linked) for linked in (True, False)}
        return [
            tuple(
                min(1.0, max((sums[word.linked][pair] for pair in word.pairs), default=0.0))
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
                pairs = [(place, number) for place in links.get(target, sources)]
                words.append(_Word(target, target in links, pairs))
        return words

    def _sums(self, asked: Sequence[Sequence[_Word]], linked: bool) -> dict[Pair, float]:
        """The posteriors of the pairs that are asked for by links, or without."""
        chosen = [word.pairs for words in asked for word in words if word.linked == linked]
        pairs = list(dict.fromkeys(pair for own in chosen for pair in own))
        if not pairs:
            return {}
        sums = self._forest.native.word_posteriors(self._posteriors, pairs, linked)
        return dict(zip(pairs, sums, strict=True))
