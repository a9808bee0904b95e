"""Texts of one request, translated together, with alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.documents import Content, DocumentFile, parse
from dragoman.forest import Derivation
from dragoman.model import Translation
from dragoman.model.document_translation import DocumentTranslation, TranslatedSegment
from dragoman.model.segment_words import SegmentWords
from dragoman.serve.asked import AskedTranslation
from dragoman.serve.decoding import Decoding, Wanted
from dragoman.serve.glossaries import terminology_of
from dragoman.serve.systems import System


@dataclass(frozen=True)
class TextTranslation:
    """A text and its alternatives: the k-th one has the k-th best translation of every sentence that has so many."""

    best: str
    alternatives: list[str]


def translate_texts(
    system: System, texts: Sequence[str], asked: AskedTranslation
) -> Decoding[list[TextTranslation]]:
    """Translates texts of a format and keeps their structure."""
    format, alternatives = asked.format, asked.alternatives
    nbest = alternatives + 1 if alternatives else 0
    files = [parse(Content.of_text(text, *system.languages), format) for text in texts]
    takes = system.model.takes
    terms = terminology_of(system.model, asked.glossary)
    words = {
        id(segment): SegmentWords(segment, system.model.text, terms, takes)
        for file in files
        for segment in file.segments
        if segment.translatable
    }
    found = yield Wanted(system.model, [one.input for one in words.values()], nbest)
    translations = dict(zip(words, found, strict=True))

    def written(file: DocumentFile, rank: int) -> str:
        segments = []
        for segment in file.segments:
            translation = translations.get(id(segment))
            if translation is None:
                segments.append(TranslatedSegment(segment, segment.items, None))
            else:
                items = words[id(segment)].items(_ranked(translation, rank))
                segments.append(TranslatedSegment(segment, items, translation))
        return DocumentTranslation(file, tuple(segments)).text

    results = []
    for file in files:
        ranked = [written(file, rank) for rank in range(alternatives + 1)]
        others = [text for text in dict.fromkeys(ranked) if text != ranked[0]]
        results.append(TextTranslation(ranked[0], others))
    return results


def _ranked(translation: Translation, rank: int) -> Derivation:
    if 0 < rank < len(translation.nbest):
        return translation.nbest[rank].derivation
    return translation.derivation
