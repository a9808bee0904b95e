"""Requests and answers in the form of Apertium's server, which OmegaT and Weblate can use as it is."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.corpus.language import short_code
from dragoman.serve.errors import RequestError
from dragoman.serve.requests import ApertiumRequest, TranslationRequest
from dragoman.serve.responses import (
    ApertiumPair,
    ApertiumPairs,
    ApertiumText,
    ApertiumTranslation,
    Language,
)


def translation_request(
    request: ApertiumRequest, languages: Iterable[Language]
) -> TranslationRequest:
    """Return the same as a request of ours.

    OmegaT asks for ``de_DE|en_US`` if the languages of its project have a country.

    Args:
        request: What was asked.
        languages: Those that there are; a code that is none of them means the one that is its language.
    """
    source, bar, target = request.langpair.partition("|")
    if not (source and bar and target):
        raise RequestError(400, "expected langpair as two languages, such as de|en")
    codes = {one["code"] for one in languages}
    source, target = (one if one in codes else _known(one, codes) for one in (source, target))
    return TranslationRequest(q=request.q, source=source, target=target, api_key=request.api_key)


def _known(code: str, codes: set[str]) -> str:
    short = short_code(code)
    return short if short in codes else code


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
