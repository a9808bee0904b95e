"""The answer of ``/api/document``: a document translated as one unit, and what became of the words that it repeats.

A model with features of consistency translates it in two passes (docs/consistency.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dragoman.documents import Content, parse
from dragoman.evaluate.term_choices import RepeatedTerm, repeated_terms
from dragoman.model.documents.document_translation import DocumentTranslator, Translate
from dragoman.serve.glossaries import terminology_of
from dragoman.serve.requests import DocumentRequest
from dragoman.serve.responses import DocumentResponse
from dragoman.serve.systems import System

_MOST_TERMS = 200


def document_answer(
    system: System, request: DocumentRequest, translate: Translate
) -> DocumentResponse:
    """The document, its sentences and its repeated words as plain data."""
    model = system.model
    file = parse(Content.of_text(request.q, *system.languages), request.format)
    terms = terminology_of(model, request.glossary)
    result = DocumentTranslator(model.text, translate, model.takes, terms)(file)
    done = [one for one in result if one.translation is not None]
    derivations = [one.translation.derivation for one in done if one.translation is not None]
    repeated = repeated_terms(derivations, [one.document for one in done])
    return {
        "model": system.name,
        "source": system.source,
        "target": system.target,
        "passes": 2 if model.consistency is not None else 1,
        "translatedText": result.text,
        "sentences": [
            {
                "source": one.source,
                "text": one.text,
                "source_tokens": derivation.source,
                "target_tokens": derivation.tokens,
                "source_words": _written(
                    derivation.source, model.text.source.spaces(derivation.source)
                ),
                "target_words": _written(*model.text.finish_words(derivation.tokens)),
                "unknown": [step.source_text for step in derivation.steps if step.unknown],
            }
            for one, derivation in zip(done, derivations, strict=True)
        ],
        "terms": [_term(one) for one in repeated[:_MOST_TERMS]],
    }


def _written(words: Sequence[str], spaces: Sequence[bool]) -> dict[str, Any]:
    """Words as people write them, and whether there is a space before each."""
    return {"words": list(words), "spaces": list(spaces)}


def _term(term: RepeatedTerm) -> dict[str, Any]:
    return {
        "source": term.source,
        "consistent": not term.varied,
        "translations": [{"text": text, "count": count} for text, count in term.translations],
        "uses": [
            {
                "sentence": use.sentence,
                "place": use.place,
                "translation": use.translation,
                "target_places": use.target_places,
            }
            for use in term.uses
        ],
    }
