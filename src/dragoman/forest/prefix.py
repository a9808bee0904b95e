"""The texts of a forest that begin as a person has typed, and the nearest ones if there is none.

found = continued(forest, Prefix.of(["the", "ho"], partial=True))
found.forest.kbest(5, distinct=True)      # the best texts that begin so
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.common.errors import ConfigError
from dragoman.forest.forest import Forest

EDIT_COST = 8.0
"""What a correction of the typed words costs, as a difference of scores (docs/interactive.md)."""


MOST_CELLS = 2_000_000
"""Edges times pairs of states (or times states, if texts grow from left to right) that a correction looks at: somebody
waits for it. It looks at the best edges of a larger forest."""
MOST_WORDS = 500
"""Words that may be typed."""


@dataclass(frozen=True)
class Prefix:
    """The beginning of a translation."""

    words: tuple[tuple[str, ...], ...]
    """Each word as all spellings that stand for it, the typed one first."""
    partial: bool = False
    """The last word may be the beginning of a longer one."""

    def __post_init__(self) -> None:
        if len(self.words) > MOST_WORDS:
            raise ConfigError(f"expected at most {MOST_WORDS} typed words, got {len(self.words)}")

    @classmethod
    def of(cls, words: Sequence[str], partial: bool = False) -> Prefix:
        """Words that have one spelling each."""
        return cls(tuple((word,) for word in words), partial)

    def ends_with(self, word: str) -> bool:
        """Whether a word can stand in the last place."""
        last = self.words[-1]
        return any(word.startswith(one) if self.partial else word == one for one in last)

    def begins(self, other: Prefix) -> bool:
        """Whether every text that begins with the other begins with this one."""
        size = len(self.words)
        if size > len(other.words):
            return False
        if not self.words:
            return True
        whole = size if not self.partial else size - 1
        if other.partial and whole == len(other.words):
            return False
        same = all(
            set(theirs) <= set(ours)
            for ours, theirs in zip(self.words[:whole], other.words, strict=False)
        )
        return same and (whole == size or all(map(self.ends_with, other.words[whole])))


@dataclass(frozen=True)
class Continued:
    """What was found."""

    forest: Forest
    """All derivations with this beginning."""
    words: int
    """The words of their texts that stand for what was typed."""
    edits: float = 0.0
    """The corrections between both; 0: the texts begin as typed."""


def _bounded(forest: Forest, words: int) -> Forest:
    """The forest, without its worst derivations if the correction of so many words would take too long.

    The texts of a phrase-based search grow from left to right: each of its nodes begins at the first word. A node of
    another forest may begin at any.
    """
    room = MOST_CELLS // (words + 1 if forest.left_to_right else (words + 1) ** 2)
    return forest if forest.edges <= room else forest.pruned(max(1, room))


def exactly_continued(forest: Forest, prefix: Prefix) -> Continued | None:
    """The derivations whose text begins as typed, if there are any."""
    native = forest.native.with_prefix([list(one) for one in prefix.words], prefix.partial)
    if not native.nodes:
        return None
    return Continued(Forest(native, forest.feature_names, forest.source), len(prefix.words))


def nearest_continued(
    forest: Forest, prefix: Prefix, edit_cost: float = EDIT_COST
) -> Continued | None:
    """The derivations whose text begins with the words that come nearest to what was typed.

    The nearest beginning is that of the derivation with the best score minus ``edit_cost`` for every edit
    (``core/forest/nearest_prefix.hpp``). The forest must not be empty.
    """
    spellings = [list(one) for one in prefix.words]
    numbers, edits = _bounded(forest, len(prefix.words)).native.nearest_prefix(
        spellings, prefix.partial, edit_cost
    )
    near = exactly_continued(forest, Prefix.of([forest.words[number] for number in numbers]))
    return None if near is None else Continued(near.forest, near.words, edits)
