"""What clients ask for, as LibreTranslate names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from dragoman.serve.edits import Edits


@dataclass(frozen=True)
class SentFile:
    """A file as a client sent it."""

    name: str
    data: bytes


Format = Annotated[str, Meta(description="text, html or markdown.")]


class ApiRequest(msgspec.Struct):
    """What all requests share."""

    api_key: Annotated[str | None, Meta(description="If the server needs one.")] = None


class PairRequest(ApiRequest, kw_only=True):
    """What requests share that are about a pair of languages."""

    source: Annotated[str, Meta(description="The code of the source language, or auto.")]
    target: Annotated[str, Meta(description="The code of the target language.")]
    model: Annotated[
        str,
        Meta(
            description="The name of a model, if there are several of the pair; LibreTranslate has no such thing."
        ),
    ] = ""


class GlossaryRequest(PairRequest, kw_only=True):
    """What requests share that may prescribe translations."""

    glossary: Annotated[
        list[tuple[str, str]],
        Meta(
            description="Translations of phrases wherever they stand; LibreTranslate has no such thing."
        ),
    ] = []


class TranslationRequest(GlossaryRequest, kw_only=True):
    """``POST /translate``."""

    q: Annotated[str | list[str], Meta(description="A text, or several.")]
    format: Format = "text"
    alternatives: Annotated[int, Meta(description="Other translations of every text.")] = 0


class ApertiumRequest(ApiRequest, kw_only=True, rename={"api_key": "key"}):
    """``GET /translate``."""

    q: Annotated[str, Meta(description="A text.")]
    langpair: Annotated[str, Meta(description="Source and target language: de|en.")]
    api_key: Annotated[str | None, Meta(description="If the server needs one.")] = None


class DetectionRequest(ApiRequest, kw_only=True):
    """``POST /detect``."""

    q: str


class FileRequest(PairRequest, kw_only=True):
    """``POST /translate_file``, besides the file."""


class ExplanationRequest(PairRequest, kw_only=True):
    """``POST /api/explain``."""

    q: str
    nbest: Annotated[int, Meta(description="Entries of every sentence's n-best list.")] = 0
    svg: Annotated[bool, Meta(description="A picture of every derivation.")] = False
    drawings: Annotated[bool, Meta(description="All drawings of the page, for every sentence.")] = (
        False
    )
    edits: Annotated[
        Edits | None,
        Meta(description="Changes to the model and demands on the sentences, for this request."),
    ] = None
    tree: Annotated[str, Meta(description="Dependency trees of the sentences in CoNLL-U.")] = ""
    pictures: Annotated[
        list[int],
        Meta(
            description="The sentences, counted from 0, of which every entry of the n-best list is drawn."
        ),
    ] = []
    cells: Annotated[
        list[int],
        Meta(
            description="The sentences, counted from 0, whose forest is told: what the search considered for every "
            "span."
        ),
    ] = []


class EvidenceRequest(PairRequest, kw_only=True):
    """``POST /api/evidence``."""

    q: Annotated[str, Meta(description="A sentence to be translated.")]
    examples: Annotated[
        int, Meta(ge=0, le=50, description="Sentence pairs for each phrase, and against it.")
    ] = 3
    edits: Annotated[
        Edits | None,
        Meta(description="Changes to the model and demands on the sentence, for this request."),
    ] = None


class JournalRequest(PairRequest, kw_only=True):
    """``POST /api/journal``."""


class UndoRequest(PairRequest, kw_only=True):
    """``POST /api/undo``."""

    who: Annotated[str, Meta(description="Who does it, for the journal.")] = ""


class UpdateRequest(UndoRequest, kw_only=True):
    """``POST /api/update``."""

    leave_out: Annotated[
        list[int], Meta(description="Pairs of the model's text, by their numbers.")
    ] = []
    add: Annotated[list[tuple[str, str]], Meta(description="Pairs that join its text.")] = []


class SuggestionRequest(PairRequest, kw_only=True):
    """``POST /suggest``."""

    q: str
    s: Annotated[str, Meta(description="A better translation.")]


class DocumentRequest(GlossaryRequest, kw_only=True):
    """``POST /api/document``."""

    q: Annotated[str, Meta(description="A document.")]
    format: Format = "text"


class CompletionRequest(GlossaryRequest, kw_only=True):
    """``POST /api/complete``."""

    q: Annotated[str, Meta(description="A sentence to be translated.")]
    prefix: Annotated[str, Meta(description="The beginning of its translation, as typed.")]
    alternatives: Annotated[int, Meta(description="Other ways to go on.")] = 0
