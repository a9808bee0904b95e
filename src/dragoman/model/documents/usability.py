"""How usable the translation of each document is, by the confidences of its words: where a person should look first.

    result = model.translate_document("RUT.usfm", confidence=1.0)
    for one in usability(result):
        print(one.document, one.confidence, one.sure)

The documents of a book in USFM are its chapters; ``whole`` puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from dragoman.common.errors import ConfigError
from dragoman.model.documents.document_translation import DocumentTranslation, TranslatedSegment

SURE = 0.5
"""A sentence is sure if each of its words has at least this confidence."""


@dataclass(frozen=True)
class Usability:
    """A document and how sure the model is of it."""

    document: str
    sentences: int
    words: int
    confidence: float
    """The mean over its words, from 0 to 1; 1 if it has none."""
    sure: float
    """The share of its sentences in which the model is sure of every word."""
    unknown: int
    """Words that were copied, since no rule has them."""


def usability(result: DocumentTranslation) -> list[Usability]:
    """Return the figures of each document of a file.

    Args:
        result: The translation, with confidences.
    """
    runs = groupby(result, key=lambda one: one.document)
    return [_of(name, [one for one in run if one.translation is not None]) for name, run in runs]


def _of(name: str, sentences: Sequence[TranslatedSegment]) -> Usability:
    found: list[float] = []
    sure = unknown = 0
    for one in sentences:
        assert one.translation is not None
        own = one.translation.confidence
        if len(own) != len(one.translation.tokens):
            raise ConfigError("the translation has no confidences: ask for them (confidence=1.0)")
        found += own
        sure += all(value >= SURE for value in own)
        unknown += sum(step.kind == "unknown" for step in one.translation.derivation.steps)
    count = len(sentences)
    mean = sum(found) / len(found) if found else 1.0
    return Usability(name, count, len(found), mean, sure / count if count else 1.0, unknown)


def whole(name: str, parts: Iterable[Usability]) -> Usability:
    """Return the figures of all documents together.

    Args:
        name: What they are called together.
        parts: The documents.
    """
    some = list(parts)
    words, sentences = sum(one.words for one in some), sum(one.sentences for one in some)
    confidence = sum(one.confidence * one.words for one in some) / words if words else 1.0
    sure = sum(one.sure * one.sentences for one in some) / sentences if sentences else 1.0
    return Usability(name, sentences, words, confidence, sure, sum(one.unknown for one in some))
