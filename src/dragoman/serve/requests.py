"""What clients ask for, as LibreTranslate names it."""

from __future__ import annotations

import msgspec

from dragoman.serve.edits import Edits


class Asked(msgspec.Struct):
    """What all requests share."""

    api_key: str | None = None


class AskedOfPair(Asked, kw_only=True):
    """What requests share that are about a pair of languages."""

    source: str
    target: str
    model: str = ""
    """The name of a model, if there are several of the pair; LibreTranslate has no such thing."""


class AskedWithGlossary(AskedOfPair, kw_only=True):
    """What requests share that may prescribe translations."""

    glossary: list[tuple[str, str]] = []
    """Translations of phrases wherever they stand; LibreTranslate has no such thing either."""


class AskedTranslation(AskedWithGlossary, kw_only=True):
    """``POST /translate``."""

    q: str | list[str]
    format: str = "text"
    alternatives: int = 0


class AskedDetection(Asked, kw_only=True):
    """``POST /detect``."""

    q: str


class AskedFile(AskedOfPair, kw_only=True):
    """``POST /translate_file``, besides the file."""


class AskedExplanation(AskedOfPair, kw_only=True):
    """``POST /api/explain``."""

    q: str
    nbest: int = 0
    svg: bool = False
    drawings: bool = False
    """All drawings of the page, for every sentence."""
    edits: Edits | None = None
    """Changes to the model and demands on the sentences, for this request."""
    tree: str = ""
    """Dependency trees of the sentences in CoNLL-U."""
    cells: list[int] = []
    """The sentences, counted from 0, whose forest is told: what the search considered for every span."""


class AskedSuggestion(AskedOfPair, kw_only=True):
    """``POST /suggest``."""

    q: str
    s: str
    """A better translation."""


class AskedDocument(AskedWithGlossary, kw_only=True):
    """``POST /api/document``."""

    q: str
    format: str = "text"


class AskedCompletion(AskedWithGlossary, kw_only=True):
    """``POST /api/complete``."""

    q: str
    """A sentence to be translated."""
    prefix: str
    """The beginning of its translation, as typed."""
    alternatives: int = 0
