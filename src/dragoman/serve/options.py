"""The settings of ``dragoman serve``."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from dragoman.settings.kinds import Positive, Size
from dragoman.settings.settings import Settings, Threads, about


class ServeOptions(Settings):
    """How models are served."""

    host: Annotated[str, about("Address to listen on; 0.0.0.0: all of this machine.")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535), about("Port to listen on; 0: any free one.")] = 5000
    hosts: Annotated[
        tuple[str, ...],
        about("Names by which clients may call the server besides its address; *: any."),
    ] = ()
    origins: Annotated[
        tuple[str, ...], about("Web sites (https://name) whose pages may use the server; *: any.")
    ] = ()
    api_keys: Annotated[
        str | None, about("File of keys, one a line: requests to translate need one of them.")
    ] = None
    parser: Annotated[
        str | None,
        about(
            "Parser of the source language: for models that look at trees and bring no parser, and for the trees that "
            "the page shows (see `parse`)."
        ),
    ] = None
    queue: Annotated[
        Positive,
        about("Requests that wait or are in work, at most; further ones get the status 429."),
    ] = 256
    batch: Annotated[Positive, about("Sentences that are decoded together, at most.")] = 64
    seconds: Annotated[float, Meta(gt=0, le=86400), about("Seconds that an answer may take.")] = (
        60.0
    )
    client_seconds: Annotated[
        float,
        Meta(gt=0, le=86400),
        about("Seconds in which a client must send its request, and then receive the answer."),
    ] = 10.0
    max_characters: Annotated[Positive, about("Characters of a request's texts, at most.")] = 20000
    max_texts: Annotated[Positive, about("Texts of a request, at most.")] = 500
    max_alternatives: Annotated[
        int, Meta(ge=0, le=1000), about("Alternatives that a request may ask for.")
    ] = 20
    max_body: Annotated[Size, about("Bytes of a request, documents included.")] = 10 << 20
    max_document: Annotated[
        Size, about("Bytes of a document's text with its markup, as it is unpacked, at most.")
    ] = 8 << 20
    kept_files: Annotated[Size, about("Bytes of translated documents that wait to be fetched.")] = (
        100 << 20
    )
    kept_seconds: Annotated[
        float, Meta(gt=0, le=604800), about("Seconds that a translated document is kept.")
    ] = 1800.0
    suggestions: Annotated[
        bool, about("Add the corrections that clients send (/suggest) to models that can learn.")
    ] = False
    examples: Annotated[
        str | None,
        about(
            "File of sentences that the page offers to click; after a tab, what is said of each."
        ),
    ] = None
    evidence: Annotated[
        bool, about("Show clients the sentence pairs that a translation was learned from.")
    ] = False
    reload_seconds: Annotated[
        float,
        Meta(ge=0, le=86400),
        about("Seconds between looks for models that were replaced on disk; 0: never."),
    ] = 2.0
    model_limits: Annotated[
        bool, about("Search as widely as models ask for, even if they ask for more than is usual.")
    ] = False
    log: Annotated[bool, about("Write a line for every request, without its text.")] = True
    threads: Threads = 1
