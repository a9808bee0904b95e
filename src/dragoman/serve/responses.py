"""What is answered, as LibreTranslate names it where it has such an answer."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from dragoman.model.translation import TranslationData
from dragoman.serve.pictures import Drawings, DrawnEntry


class DetectedLanguage(TypedDict):
    """A language, and how sure it is, from 0 to 100."""

    language: str
    confidence: float


class TranslationResponse(TypedDict):
    """A value for each text, or, if there is one that is no array, for it."""

    translatedText: str | list[str]
    alternatives: NotRequired[list[str | list[str]]]
    detectedLanguage: NotRequired[DetectedLanguage | list[DetectedLanguage]]


class ApertiumText(TypedDict):
    """A translated text."""

    translatedText: str


class ApertiumPair(TypedDict):
    """Two languages."""

    sourceLanguage: str
    targetLanguage: str


class ApertiumTranslation(TypedDict):
    """A translated text, as Apertium's server answers."""

    responseData: ApertiumText
    responseDetails: None
    responseStatus: int


class ApertiumPairs(TypedDict):
    """The pairs of languages, as Apertium's server lists them."""

    responseData: list[ApertiumPair]
    responseDetails: None
    responseStatus: int


class FileResponse(TypedDict):
    """Where a translated document can be fetched."""

    translatedFileUrl: str


class SuggestionResponse(TypedDict):
    """The correction is on disk."""

    success: bool


class DrawnList(TypedDict):
    """A sentence, and how every entry of its n-best list came about."""

    sentence: int
    entries: list[DrawnEntry]


class ExplanationResponse(TypedDict):
    """Sentences as ``translation.as_dict()`` has them, and what else was asked for."""

    model: str
    source: str
    target: str
    sentences: list[TranslationData]
    svg: NotRequired[list[str]]
    drawings: NotRequired[list[Drawings]]
    pictures: NotRequired[list[DrawnList]]
    cells: NotRequired[list[dict[str, Any]]]
    detectedLanguage: NotRequired[DetectedLanguage]


class EvidenceResponse(TypedDict):
    """A translation, and for each of its phrases what the text says, as ``Evidence.as_dict`` has it."""

    model: str
    changes: bool
    """Whether pairs can be left out and added; beside a table they cannot."""
    text: str
    phrases: list[dict[str, Any]]


class JournalResponse(TypedDict):
    """The last changes of a model's text, the newest first."""

    model: str
    changes: list[dict[str, Any]]


class CompletionResponse(TypedDict):
    """What follows the typed beginning of a translation."""

    model: str
    prefix: str
    completion: str
    words: list[str]
    confidences: list[float]
    score: float
    exact: bool
    matched: str
    edits: float
    alternatives: list[dict[str, Any]]


class DocumentResponse(TypedDict):
    """A document, its sentences, and the words that it repeats with their translations."""

    model: str
    source: str
    target: str
    passes: int
    translatedText: str
    sentences: list[dict[str, Any]]
    terms: list[dict[str, Any]]


class Language(TypedDict):
    """A language, and those that it can be translated to."""

    code: str
    name: str
    targets: list[str]


class Example(TypedDict):
    """A sentence to try, and what is said of it."""

    text: str
    note: str


class FrontendSettings(TypedDict):
    """Limits, and what is allowed."""

    apiKeys: bool
    keyRequired: bool
    charLimit: int
    frontendTimeout: int
    language: dict[str, dict[str, str]]
    suggestions: bool
    evidence: bool
    filesTranslation: bool
    judging: bool
    supportedFilesFormat: list[str]
    models: list[dict[str, str]]
    examples: list[Example]


class ModelFacts(TypedDict):
    """A model, and what ``edits`` may change of it; ``meanings`` explains each weight in a sentence."""

    name: str
    source: str
    target: str
    decoder: str
    weights: dict[str, float]
    groups: dict[str, list[str]]
    meanings: dict[str, str]
    search: dict[str, dict[str, Any]]


class Health(TypedDict):
    """The server runs."""

    status: str
