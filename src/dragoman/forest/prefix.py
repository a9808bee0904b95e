"""The texts of a forest that begin as a person has typed, and the nearest ones if there is none.

found = continued(forest, Prefix.of(["the", "ho"], partial=True))
found.forest.kbest(5, distinct=True)      # the best texts that begin so
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.forest.forest import Forest

EDIT_COST = 8.0
"""What a correction of the typed words costs, as a difference of scores (docs/interactive.md says why)."""


@dataclass(frozen=True)
class Prefix:
    """The beginning of a translation."""

    words: tuple[tuple[str, ...], ...]
    """Each word as all spellings that stand for it, the typed one first."""
    partial: bool = False
    """The last word may be the beginning of a longer one."""

    @classmethod
    def of(cls, words: Sequence[str], partial: bool = False) -> Prefix:
        """Words that have one spelling each."""
        return cls(tuple((word,) for word in words), partial)

    def ends_with(self, word: str) -> bool:
        """Whether a word can stand in the last place."""
        last = self.words[-1]
        return any(word.startswith(one) if self.partial else word == one for one in last)


@dataclass(frozen=True)
class Continued:
    """What was found."""

    forest: Forest
    """All derivations with this beginning."""
    words: int
    """The words of their texts that stand for what was typed."""
    edits: float = 0.0
    """The corrections between both; 0: the texts begin as typed."""


def exactly_continued(forest: Forest, prefix: Prefix) -> Continued | None:
    """The derivations whose text begins as typed, if there are any."""
    native = forest.native.with_prefix([list(one) for one in prefix.words], prefix.partial)
    if not native.nodes:
        return None
    return Continued(Forest(native, forest.feature_names, forest.source), len(prefix.words))


def continued(forest: Forest, prefix: Prefix, edit_cost: float = EDIT_COST) -> Continued | None:
    """The derivations whose text begins as typed, or with the words that come nearest to it.

    The nearest beginning is that of the derivation with the best score minus ``edit_cost`` for every edit
    (``core/forest/nearest_prefix.hpp``). None: the forest is empty.
    """
    found = exactly_continued(forest, prefix)
    if found is not None or not len(forest):
        return found
    spellings = [list(one) for one in prefix.words]
    numbers, edits = forest.native.nearest_prefix(spellings, prefix.partial, edit_cost)
    near = exactly_continued(forest, Prefix.of([forest.words[number] for number in numbers]))
    return None if near is None else Continued(near.forest, near.words, edits)
