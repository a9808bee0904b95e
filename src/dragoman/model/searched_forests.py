"""What was found for a sentence whose translation a person is typing: its forest, and that of the typed beginning.

A beginning that no text of the forest has is searched for: the sentence is decoded again, and only what goes on as
typed is allowed. The forest of that search serves the next keys too; what no search reaches is not searched for again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dragoman.forest import Forest
from dragoman.forest.prefix import Continued, Prefix, exactly_continued, nearest_continued

Search = Callable[[Prefix], Forest | None]
"""Decodes with the beginning given; None if there is no such translation."""


@dataclass
class SearchedForests:
    """The forests of one sentence. Threads may share them: the worst that happens is a search too many."""

    whole: Forest
    typed: Forest | None = None
    """Of the last search for a beginning."""
    reached: Prefix | None = None
    """That beginning."""
    unreachable: Prefix | None = None
    """A beginning that no translation has."""

    @property
    def edges(self) -> int:
        """Of both forests."""
        return self.whole.edges + (0 if self.typed is None else self.typed.edges)

    def begun(self, prefix: Prefix, search: Search) -> Continued | None:
        """The derivations whose text begins as typed: from the forest, or from a search; None if there are none."""
        found = exactly_continued(self.whole, prefix)
        if found is None and self.typed is not None:
            found = exactly_continued(self.typed, prefix)
        if found is not None or not len(self.whole):
            return found
        if self.unreachable is not None and self.unreachable.begins(prefix):
            return None
        typed = search(prefix)
        if typed is None:
            self.unreachable = prefix
            return None
        self.typed, self.reached = typed, prefix
        return exactly_continued(typed, prefix)

    def corrected(self, prefix: Prefix, edit_cost: float) -> Continued | None:
        """The derivations whose text begins with the words that come nearest; None: the forest is empty."""
        known = self.typed is not None and self.reached is not None and self.reached.begins(prefix)
        forest = self.typed if known and self.typed is not None else self.whole
        return nearest_continued(forest, prefix, edit_cost) if len(forest) else None
