"""Settings that say how raw text becomes words, for experiments and for models."""

from __future__ import annotations

from typing import Annotated, Literal

from dragoman.settings.settings import Settings, about


class TextOptions(Settings):
    """How text is prepared. With the defaults, words are separated by blanks."""

    tokenize: Annotated[
        bool, about("The text is raw: split it into words, and join the translation.")
    ] = False
    source_language: Annotated[
        str, about("The language whose rules split the source, as a code such as de.")
    ] = "en"
    target_language: Annotated[
        str, about("The language whose rules split and join the target.")
    ] = "en"
    lowercase: Annotated[bool, about("Make all letters small.")] = False
    unit: Annotated[
        Literal["words", "characters"],
        about(
            "What is translated: words, or characters, for spelling, transliteration and close varieties."
        ),
    ] = "words"
