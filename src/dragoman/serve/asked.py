"""What clients ask for, as LibreTranslate names it."""

from __future__ import annotations

import msgspec

from dragoman.serve.edits import Edits


class Asked(msgspec.Struct):
    """What all requests share."""

    api_key: str | None = None


class AskedTranslation(Asked, kw_only=True):
    """``POST /translate``."""

    q: str | list[str]
    source: str
    target: str
    format: str = "text"
    alternatives: int = 0
    model: str = ""
    """The name of a model, if there are several of the pair; LibreTranslate has no such thing."""
    glossary: list[tuple[str, str]] = []
    """Translations of phrases wherever they stand; not of LibreTranslate either."""


class AskedDetection(Asked, kw_only=True):
    """``POST /detect``."""

    q: str


class AskedFile(Asked, kw_only=True):
    """``POST /translate_file``, besides the file."""

    source: str
    target: str
    model: str = ""


class AskedExplanation(Asked, kw_only=True):
    """``POST /api/explain``."""

    q: str
    source: str
    target: str
    nbest: int = 0
    svg: bool = False
    drawings: bool = False
    """All drawings of the page, for every sentence."""
    edits: Edits | None = None
    """Changes to the model and demands on the sentences, for this request."""
    tree: str = ""
    """Dependency trees of the sentences in CoNLL-U."""
    model: str = ""


class AskedSuggestion(Asked, kw_only=True):
    """``POST /suggest``."""

    q: str
    s: str
    """A better translation."""
    source: str
    target: str
    model: str = ""


class AskedDocument(Asked, kw_only=True):
    """``POST /api/document``."""

    q: str
    source: str
    target: str
    format: str = "text"
    glossary: list[tuple[str, str]] = []
    model: str = ""


class AskedCompletion(Asked, kw_only=True):
    """``POST /api/complete``."""

    q: str
    """A sentence to be translated."""
    prefix: str
    """The beginning of its translation, as typed."""
    source: str
    target: str
    alternatives: int = 0
    glossary: list[tuple[str, str]] = []
    model: str = ""
