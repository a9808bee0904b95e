"""Words that a document repeats, and how each occurrence was translated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from dragoman.consistency.difference import different
from dragoman.consistency.frequencies import DocumentFrequencies
from dragoman.forest import Derivation

COMMON = 0.5
"""Source words in more than this share of the documents are no terms."""
NOTHING = "–"
"""Stands for a word that has no translation of its own."""


@dataclass(frozen=True)
class TermUse:
    """An occurrence of a source word."""

    sentence: int
    place: int
    translation: str
    target_places: tuple[int, ...]


@dataclass(frozen=True)
class RepeatedTerm:
    """A source word that occurs several times in a document."""

    document: str
    source: str
    uses: tuple[TermUse, ...]

    @property
    def translations(self) -> list[tuple[str, int]]:
        """Each with its number, the most frequent first."""
        return Counter(use.translation for use in self.uses).most_common()

    @property
    def varied(self) -> bool:
        """Whether two of its translations are different by more than an ending."""
        texts = [text for text, _ in self.translations]
        return any(different(a, b) for a, b in combinations(texts, 2))


def repeated_terms(
    derivations: Sequence[Derivation], documents: Sequence[str], common: float = COMMON
) -> list[RepeatedTerm]:
    """Of every document, the source words that occur twice or more; the most varied and most frequent first.

    Punctuation is no term, and neither is a word in more than the share ``common`` of the documents (if there are
    more than two).
    """
    words: dict[str, set[str]] = {}
    for document, derivation in zip(documents, derivations, strict=True):
        words.setdefault(document, set()).update(derivation.source)
    frequencies = DocumentFrequencies.of(words.values())
    share = common if len(words) > 2 else 1.0
    uses: dict[tuple[str, str], list[TermUse]] = {}
    for number, (document, derivation) in enumerate(zip(documents, derivations, strict=True)):
        for use in _uses(number, derivation):
            source = derivation.source[use.place]
            if frequencies.counted(source, share):
                uses.setdefault((document, source), []).append(use)
    terms = [
        RepeatedTerm(document, source, tuple(own))
        for (document, source), own in uses.items()
        if len(own) > 1
    ]
    order = {document: place for place, document in enumerate(words)}
    return sorted(terms, key=lambda term: (order[term.document], not term.varied, -len(term.uses)))


def _uses(number: int, derivation: Derivation) -> Iterator[TermUse]:
    """Every source word with the target words that it is linked to."""
    linked: dict[int, list[int]] = {}
    for source, target in derivation.alignment:
        linked.setdefault(source, []).append(target)
    for place in range(len(derivation.source)):
        targets = tuple(sorted(linked.get(place, ())))
        text = " ".join(derivation.tokens[target] for target in targets) or NOTHING
        yield TermUse(number, place, text, targets)
