"""The settings of ``dragoman serve``."""

from __future__ import annotations

from dragoman.settings.settings import Settings, option, threads_option


class ServeOptions(Settings):
    """How models are served."""

    host: str = option("127.0.0.1", "Address to listen on; 0.0.0.0: all of this machine.")
    port: int = option(5000, "Port to listen on; 0: any free one.", least=0, most=65535)
    hosts: tuple[str, ...] = option(
        (), "Names by which clients may call the server besides its address; *: any."
    )
    origins: tuple[str, ...] = option(
        (), "Web sites (https://name) whose pages may use the server; *: any."
    )
    api_keys: str | None = option(
        None, "File of keys, one a line: requests to translate need one of them."
    )
    parser: str | None = option(
        None, "Parser of the source language, for the trees that the page shows (see `parse`)."
    )
    queue: int = option(
        256, "Requests that wait or are in work, at most; further ones get the status 429.", least=1
    )
    batch: int = option(64, "Sentences that are decoded together, at most.", least=1)
    seconds: float = option(60.0, "Seconds that an answer may take.", above=0, most=86400)
    client_seconds: float = option(
        10.0,
        "Seconds in which a client must send its request, and then receive the answer.",
        above=0,
        most=86400,
    )
    max_characters: int = option(20000, "Characters of a request's texts, at most.", least=1)
    max_texts: int = option(500, "Texts of a request, at most.", least=1)
    max_alternatives: int = option(
        20, "Alternatives that a request may ask for.", least=0, most=1000
    )
    max_body: int = option(10 << 20, "Bytes of a request, documents included.", size=True)
    max_document: int = option(
        8 << 20,
        "Bytes of a document's text with its markup, as it is unpacked, at most.",
        size=True,
    )
    kept_files: int = option(
        100 << 20, "Bytes of translated documents that wait to be fetched.", size=True
    )
    kept_seconds: float = option(
        1800.0, "Seconds that a translated document is kept.", above=0, most=604800
    )
    suggestions: bool = option(
        False, "Add the corrections that clients send (/suggest) to models that can learn."
    )
    reload_seconds: float = option(
        2.0,
        "Seconds between looks for models that were replaced on disk; 0: never.",
        least=0,
        most=86400,
    )
    model_limits: bool = option(
        False, "Search as widely as models ask for, even if they ask for more than is usual."
    )
    log: bool = option(True, "Write a line for every request, without its text.")
    threads: int = threads_option()
