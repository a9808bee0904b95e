"""When the training text is used as a translation memory."""

from __future__ import annotations

from typing import Annotated

from dragoman.settings.kinds import Share
from dragoman.settings.settings import Settings, about


class MemoryOptions(Settings):
    """The training text as a translation memory; for rules that are looked up in it."""

    least_match: Annotated[
        Share,
        about(
            "Sentences of the training text that are equal to the source to at least this part, in words, lend their "
            "translation: of an equal one all of it, else of the words that match; 0: none do."
        ),
    ] = 0.0
