"""A text of which the model knows no word is probably in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.common.warning import warn

if TYPE_CHECKING:
    from dragoman.model import Translation

FEW = 3
"""Unknown words that may be names, even if they are all of a text."""


class Strangers:
    """Notices such a text, from its translations."""

    def __init__(self) -> None:
        self.words = 0
        self.known = False

    def see(self, translation: Translation) -> None:
        """Look at the translations until there is a known word."""
        if not self.known:
            steps = translation.derivation.steps
            self.words += sum(step.unknown for step in steps)
            self.known = any(step.kind in ("rule", "given") for step in steps)

    def add(self, others: Strangers) -> None:
        """Take in what was seen of another part of the text."""
        self.words += others.words
        self.known |= others.known

    def warn(self) -> None:
        """Warn if some words were seen, and none of them is known."""
        if not self.known and self.words >= FEW:
            warn(
                f"the model knows none of the {self.words} words of the text: is it in the language that the model "
                "translates from?"
            )
