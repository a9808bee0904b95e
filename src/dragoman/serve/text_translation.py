"""Texts of one request, translated together, with alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from dragoman.documents import Content, parse
from dragoman.model.documents.document_translation import DocumentTranslation, PreparedSegments
from dragoman.serve.decoding_steps import Decoding, Wanted
from dragoman.serve.glossaries import terminology_of
from dragoman.serve.requests import TranslationRequest
from dragoman.serve.systems import System


def translate_texts(
    system: System, texts: Sequence[str], request: TranslationRequest
) -> Decoding[list[DocumentTranslation]]:
    """Translates texts of a format and keeps their structure."""
    model = system.model
    files = [parse(Content.of_text(text, *system.languages), request.format) for text in texts]
    terms = terminology_of(model, request.glossary)
    parts = [PreparedSegments(file.segments, model.text, model.takes, terms) for file in files]
    nbest = request.alternatives + 1 if request.alternatives else 0
    found = iter((yield Wanted(model, [one for part in parts for one in part.inputs], nbest)))
    return [
        DocumentTranslation(file, tuple(part.translated(islice(found, len(part.inputs)))))
        for file, part in zip(files, parts, strict=True)
    ]
