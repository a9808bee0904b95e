"""A translation as an object: its text, why it came out so, and the alternatives.

``str(translation)`` is the text; in a notebook it draws its derivation; ``explain()`` prints the same for a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypedDict

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.corpus.word_parts import WordParts
from dragoman.draw.constituency import constituency_lines
from dragoman.draw.html import derivation_html
from dragoman.draw.links import derivation_svg
from dragoman.draw.terminal import explanation
from dragoman.forest import Derivation, DerivationData, Forest
from dragoman.search.catalogue import grouped
from dragoman.search.outcome import FOUND, Outcome, OutcomeData


def short(text: str, most: int = 60) -> str:
    """A text in quotes, cut if it is long."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


class NBestData(TypedDict):
    """An entry of an n-best list as plain data."""

    text: str
    target: list[str]
    alignment: list[list[int]]
    features: dict[str, float]
    score: float


class TranslationData(DerivationData, OutcomeData):
    """A translation as plain data: its derivation, how the search ended, and what the user sees of it."""

    source_text: str
    text: str
    document: str
    nbest: list[NBestData]
    """As many as were asked for, best first."""
    confidence: list[float]
    """Of every target word, if it was asked for."""
    tree: str
    """In brackets; empty if the decoder makes no trees."""
    dependencies: list[list[Any]]
    """For each: positions of the modifier and its head, and the first and last source words of both."""


class TargetDependency(NamedTuple):
    """A dependency between words of a translation; sources are the first and the last word that each is aligned to."""

    modifier: int
    head: int
    modifier_source: tuple[int, int]
    head_source: tuple[int, int]


@dataclass(frozen=True, repr=False)
class NBestEntry:
    """One entry of an n-best list."""

    text: str
    score: float
    """The model's score."""
    features: Mapping[str, float]
    """The value of every feature that is not zero."""
    derive: Callable[[], Derivation] = field(compare=False)
    """Puts the derivation together."""

    @cached_property
    def derivation(self) -> Derivation:
        """The steps of the translation."""
        return self.derive()

    def __repr__(self) -> str:
        return f"NBestEntry({short(self.text)}, score={self.score:.4f})"

    def as_dict(self) -> NBestData:
        """Return the entry as plain data."""
        return {
            "text": self.text,
            "target": list(self.derivation.tokens),
            "alignment": [list(link) for link in self.derivation.alignment],
            "features": dict(self.features),
            "score": self.score,
        }

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, repr=False)
class Translation:
    """What a model made of one sentence."""

    source: str
    text: str
    derivation: Derivation
    source_tokens: tuple[str, ...]
    """The source words as the decoder saw them."""
    features: Mapping[str, float]
    """The value of every feature, zeros included."""
    weights: Mapping[str, float]
    nbest: tuple[NBestEntry, ...] = ()
    forest: Forest | None = None
    document: str = ""
    outcome: Outcome = FOUND
    """How the search ended."""
    confidence: tuple[float, ...] = ()
    """For every target word, from 0 to 1, if it was asked for (``forest/confidence.py``)."""
    tree: ConstituencyTree | None = None
    """The tree of the translation, if the decoder makes one."""
    dependencies: tuple[TargetDependency, ...] = ()
    """The dependencies of that tree, with the source words of both ends."""
    parts: WordParts | None = None
    """The source words as they are written, if some of ``source_tokens`` are only parts of them."""

    def __repr__(self) -> str:
        return f"Translation({short(self.source)} -> {short(self.text)}, score={self.score:.4f})"

    @property
    def score(self) -> float:
        """The model's score: the sum of weight times value over all features."""
        return self.derivation.score

    @property
    def tokens(self) -> tuple[str, ...]:
        """The target words as the decoder made them."""
        return tuple(self.derivation.tokens)

    @property
    def alignment(self) -> tuple[tuple[int, int], ...]:
        """Word alignment, source-target, through the phrases; it counts source words as they are written."""
        return self.links(self.derivation)

    def links(self, derivation: Derivation) -> tuple[tuple[int, int], ...]:
        """Return the links of a derivation of this sentence, which count its words as they are written.

        Args:
            derivation: The derivation.
        """
        links = tuple(derivation.alignment)
        return links if self.parts is None else self.parts.links(links)

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> TranslationData:
        """Return all about it as plain data, which JSON can hold (``forest/derivation_data.py``)."""
        return {
            **self.derivation.as_dict(self.weights, grouped(self.features)),
            **self.outcome.as_dict(),
            "features": dict(self.features),
            "source_text": self.source,
            "text": self.text,
            "document": self.document,
            "nbest": [entry.as_dict() for entry in self.nbest],
            "confidence": list(self.confidence),
            "tree": "" if self.tree is None else str(self.tree),
            "dependencies": [
                [one.modifier, one.head, list(one.modifier_source), list(one.head_source)]
                for one in self.dependencies
            ],
        }

    def explain(self) -> str:
        """Return phrase by phrase, what was translated how, and what each decision cost."""
        lines = [f"source  {self.source}", f"target  {self.text}", f"score   {self.score:.4f}", ""]
        lines.append(explanation(self.as_dict()))
        if self.tree is not None:
            lines += ["", *constituency_lines(self.tree), "", *self._dependency_lines()]
        if self.outcome.fallback:
            lines += [
                "",
                "No tree was found, or the sentence is too long: the phrase decoder translated it.",
            ]
        if self.outcome.degraded:
            lines += [
                "",
                "The search was narrowed for this sentence: it is very long or very ambiguous.",
            ]
        return "\n".join(lines)

    def _dependency_lines(self) -> list[str]:
        """Which word hangs on which, with the source words that they come from."""
        rows = []
        for one in self.dependencies:
            ends = ((one.modifier, one.modifier_source), (one.head, one.head_source))
            modifier, head = (
                f"{self.tokens[word]} ({' '.join(self.source_tokens[first : last + 1])})"
                for word, (first, last) in ends
            )
            rows.append(f"{modifier} <- {head}")
        return rows

    def as_svg(self) -> str:
        """Return a picture of the words and the links between them."""
        return derivation_svg(self.as_dict())

    def _repr_html_(self) -> str:
        data = self.as_dict()
        picture = f'<div style="overflow-x:auto">{derivation_svg(data)}</div>'
        return f"<div>{picture}{derivation_html(data)}</div>"
