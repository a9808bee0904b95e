"""Glossaries of requests: translations of phrases wherever they stand, for one request."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.model import Model
from dragoman.model.requests.terminology import Terminology
from dragoman.serve.errors import RequestError

Glossary = list[tuple[str, str]]
"""Pairs of a phrase and its translation; several translations of a phrase are alternatives, an empty one copies it."""
MOST_TERMS = 100
LONGEST = 1000


def terminology_of(model: Model, glossary: Sequence[tuple[str, str]]) -> Terminology | None:
    """The terms for a model, if there are any."""
    if len(glossary) > MOST_TERMS:
        raise RequestError(400, f"a glossary has at most {MOST_TERMS} terms")
    if any(len(text) > LONGEST for pair in glossary for text in pair):
        raise RequestError(400, f"a term has at most {LONGEST} characters")
    terms: dict[str, list[str]] = {}
    for source, target in glossary:
        terms.setdefault(source, []).append(target)
    return model.terminology(terms) if terms else None
