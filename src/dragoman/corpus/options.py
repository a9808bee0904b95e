"""Settings that say how raw text becomes words, for experiments and for models."""

from __future__ import annotations

from dragoman.settings.settings import Settings, option


class TextOptions(Settings):
    """How text is prepared. With the defaults, words are separated by blanks."""

    tokenize: bool = option(
        False, "The text is raw: split it into words, and join the translation."
    )
    source_language: str = option(
        "en", "The language whose rules split the source, as a code such as de."
    )
    target_language: str = option("en", "The language whose rules split and join the target.")
    lowercase: bool = option(False, "Make all letters small.")
