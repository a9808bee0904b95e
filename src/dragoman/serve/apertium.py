"""Requests and answers in the form of Apertium's server, which OmegaT and Weblate can use as it is."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.serve.errors import RequestError
from dragoman.serve.requests import ApertiumRequest, TranslationRequest
from dragoman.serve.responses import (
    ApertiumPair,
    ApertiumPairs,
    ApertiumText,
    ApertiumTranslation,
    Language,
)


def translation_request(request: ApertiumRequest) -> TranslationRequest:
    """Return the same as a request of ours.

    Args:
        request: What was asked.
    """
    source, bar, target = request.langpair.partition("|")
    if not (source and bar and target):
        raise RequestError(400, "expected langpair as two languages, such as de|en")
    return TranslationRequest(q=request.q, source=source, target=target, api_key=request.api_key)


def answered(text: ApertiumText) -> ApertiumTranslation:
    """Return the answer with a translated text.

    Args:
        text: The text.
    """
    return {"responseData": text, "responseDetails": None, "responseStatus": 200}


def pairs(languages: Iterable[Language]) -> ApertiumPairs:
    """Return the answer with the pairs of languages.

    Args:
        languages: The languages, with those that they can be translated to.
    """
    found: list[ApertiumPair] = [
        {"sourceLanguage": one["code"], "targetLanguage": target}
        for one in languages
        for target in one["targets"]
    ]
    return {"responseData": found, "responseDetails": None, "responseStatus": 200}
