"""The texts of a forest that begin as a person has typed, and the nearest ones if there is none.

found = continued(forest, Prefix.of(["the", "ho"], partial=True))
found.forest.kbest(5, distinct=True)      # the best texts that begin so
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dragoman.common.errors import ConfigError
from dragoman.forest.forest import Forest

EDIT_COST = 8.0
"""What a correction of the typed words costs, as a difference of scores (docs/interactive.md)."""


MOST_CELLS = 20_000_000
"""Numbers that a correction holds in memory; a larger forest is pruned for it."""
MOST_WORDS = 500
"""Words that may be typed."""
_FIRST_TAIL = -2


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
    """The forest, without its worst derivations if the correction of so many words would need too much memory.

    The texts of a phrase-based search grow from left to right: each of its nodes begins at the first word. A node of
    another forest may begin at any.
    """
    native = forest.native
    first = np.asarray(native.symbol_first, dtype=np.int64)
    tails = np.diff(np.asarray(native.tail_first, dtype=np.int64))
    symbols = np.append(np.asarray(native.symbols, dtype=np.int64), 0)
    grows = bool(np.all((tails == 0) | ((tails == 1) & (symbols[first[:-1]] == _FIRST_TAIL))))
    room = MOST_CELLS // (words + 1 if grows else (words + 1) ** 2)
    return forest if len(forest) <= room else forest.pruned(max(1, room))


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
    numbers, edits = _bounded(forest, len(prefix.words)).native.nearest_prefix(
        spellings, prefix.partial, edit_cost
    )
    near = exactly_continued(forest, Prefix.of([forest.words[number] for number in numbers]))
    return None if near is None else Continued(near.forest, near.words, edits)
