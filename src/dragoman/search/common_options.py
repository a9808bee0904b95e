"""Settings that mean the same for every decoder."""

from __future__ import annotations

from typing import Literal

from dragoman.settings.settings import Settings, option


def table_limit_option(default: int) -> int:
    """How many translations of a source side are looked at."""
    return option(default, "Translations kept for a source side; 0: all.", least=0)


def max_work_option(default: int) -> int:
    """How much work is done for a sentence. It does not depend on the machine."""
    return option(
        default,
        "After this many steps for a sentence the search becomes narrower; 0: no limit.",
        least=0,
        most=2**53,
    )


class CommonSearchOptions(Settings):
    """The part of a decoder's settings that all decoders share; each adds its own."""

    table_limit: int = table_limit_option(20)
    unknown: Literal["copy", "drop", "mark"] = option(
        "copy",
        "What happens to a word that no rule translates; words with a digit are never dropped.",
    )
    max_work: int = max_work_option(200_000_000)
    max_seconds: float = option(
        0.0,
        "The same limit in seconds; results then depend on the machine; 0: no limit.",
        least=0,
        most=1e9,
    )


class ConstrainedSearchOptions(CommonSearchOptions):
    """What decoders share that can be held to walls and to a reference."""

    punctuation_walls: bool = option(False, "No reordering over punctuation.")
    force_relaxed: bool = option(
        False,
        "Forced decoding: where no derivation yields the reference, insert words, leave words out or pair words.",
    )
