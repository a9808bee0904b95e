"""What is done for words that no rule has."""

from __future__ import annotations

from typing import Annotated

from dragoman.settings.settings import Settings, about


class UnseenOptions(Settings):
    """Words that the training text does not have: without any of these they are copied, dropped or marked."""

    numbers: Annotated[
        bool,
        about(
            "Numbers, dates and ordinals in figures are written with the separators of the target language.",
            command=False,
        ),
    ] = False
    forms: Annotated[
        bool,
        about(
            "A word is translated as another spelling of it (case, accents, hyphens, ss for ß) or another form of it "
            "that the training text has, by suffixes that alternate there.",
            command=False,
        ),
    ] = False
    names: Annotated[
        bool,
        about(
            "Names and words that both languages have are written letter by letter, as learned from linked words.",
            command=False,
        ),
    ] = False

    @property
    def any(self) -> bool:
        """Whether anything is done."""
        return self.numbers or self.forms or self.names
