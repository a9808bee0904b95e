"""What was found for a sentence whose translation a person is typing: its forest, and that of the typed beginning.

A beginning that no text of the forest has is searched for: the sentence is decoded again, and only what goes on as
typed is allowed. The forest of that search serves the next keys too; what no search reaches is not searched for again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dragoman.corpus.dependency import DependencyTree
from dragoman.forest import Forest
from dragoman.forest.prefix import Continued, Prefix, exactly_continued, nearest_continued
from dragoman.search import Decoder, DecodeRequest, Input

Search = Callable[[Prefix], Forest | None]
"""Decodes with the beginning given; None if there is no such translation."""


@dataclass
class SearchedForests:
    """The forests of one sentence. Threads may share them: the worst that happens is a search too many."""

    whole: Forest
    tree: DependencyTree | None = None
    """The source sentence's, if it came with one or was parsed."""
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
        typed = self._typed_for(prefix)
        if found is None and typed is not None:
            found = exactly_continued(typed, prefix)
        if found is not None or not len(self.whole):
            return found
        if self.unreachable is not None and self.unreachable.begins(prefix):
            return None
        again = search(prefix)
        if again is None:
            self.unreachable = prefix
            return None
        self.typed, self.reached = again, prefix
        return exactly_continued(again, prefix)

    def _typed_for(self, prefix: Prefix) -> Forest | None:
        """The forest of the last search, unless words of its beginning were taken back: it goes on with them only."""
        typed, reached = self.typed, self.reached
        return typed if reached is not None and reached.begins(prefix) else None

    def corrected(self, prefix: Prefix, edit_cost: float) -> Continued | None:
        """The derivations whose text begins with the words that come nearest; None: the forest is empty."""
        typed = self._typed_for(prefix)
        forest = self.whole if typed is None else typed
        return nearest_continued(forest, prefix, edit_cost) if len(forest) else None


@dataclass(frozen=True)
class ForestSearch:
    """Searches for the forests of one sentence."""

    decoder: Decoder
    given: Input
    with_trees: Callable[[Sequence[Input]], Sequence[Input]]
    """Adds the tree of a sentence that has none."""

    def whole(self) -> SearchedForests:
        """Search for translations with any beginning."""
        parsed = self.with_trees([self.given])[0]
        return SearchedForests(self._forest(parsed), parsed.tree)

    def beginning(self, prefix: Prefix) -> Forest | None:
        """Search for translations that begin so; None if there are none, or if the decoder cannot."""
        if "prefix" not in self.decoder.takes:
            return None
        found = self._forest(replace(self.given, prefix=prefix))
        return found if len(found) else None

    def _forest(self, given: Input) -> Forest:
        found = self.decoder.decode(self.with_trees([given]), DecodeRequest(forest=True))[0].forest
        assert found is not None
        return found
