"""Settings that mean the same for every decoder."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from dragoman.settings.kinds import Count
from dragoman.settings.settings import Bounds, Settings, about

TableLimit = Annotated[
    Count,
    about(
        "Translations kept for a source side; 0: all.",
        bounds=Bounds(500, served=100, request=(1, 100)),
    ),
]
MaxWork = Annotated[
    int,
    Meta(ge=0, le=2**53),
    about(
        "After this many steps for a sentence the search becomes narrower; 0: no limit.",
        bounds=Bounds(400_000_000, served=200_000_000),
    ),
]
"""How much work is done for a sentence. It does not depend on the machine."""


class CommonSearchOptions(Settings):
    """The part of a decoder's settings that all decoders share; each adds its own."""

    table_limit: TableLimit = 20
    unknown: Annotated[
        Literal["copy", "drop", "mark"],
        about(
            "What happens to a word that no rule translates; words with a digit are never dropped."
        ),
    ] = "copy"
    max_work: MaxWork = 200_000_000
    max_seconds: Annotated[
        float,
        Meta(ge=0, le=1e9),
        about("The same limit in seconds; results then depend on the machine; 0: no limit."),
    ] = 0.0
    punctuation_walls: Annotated[bool, about("No reordering over punctuation.")] = False
    force_relaxed: Annotated[
        bool,
        about(
            "Forced decoding: where no derivation yields the reference, insert words, leave words out or pair words."
        ),
    ] = False
