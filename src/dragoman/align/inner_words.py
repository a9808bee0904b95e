"""Links in a user's own words, whatever words an aligner sees inside.

The user's words are what blanks separate. An aligner may see others: its own tokenisation, or the pieces of a subword
model. Both spell the same characters in the same order, so that every inner word lies within a word of the user's; a
link between inner words is a link between the words that they lie in.

    home_of_each(["Do", "n't", "go", "."], ["Don't", "go."])      # [0, 0, 1, 1]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dragoman.align.links import Links
from dragoman.common.errors import FormatError
from dragoman.corpus.normalize import clean_controls
from dragoman.corpus.words import split_words

Split = Callable[[str], list[str]]
"""Cuts a line into inner words, before their case is changed."""


def home_of_each(inner: Sequence[str], words: Sequence[str]) -> list[int]:
    """Return the position of the user's word in which each inner word begins.

    Spaces and control characters inside words do not count: preparing text removes them.
    """
    ends, total = [], 0
    for word in words:
        total += len(_letters(word))
        ends.append(total)
    homes, place, home = [], 0, 0
    for one in inner:
        while home < len(ends) and place >= ends[home]:
            home += 1
        homes.append(home)
        place += len(one)
    if place != total or (homes and homes[-1] >= len(words)):
        raise FormatError("the inner words of the line do not spell its characters")
    return homes


def _letters(word: str) -> str:
    if word.isprintable():  # then it has no space but a blank, and no control character
        return word.replace(" ", "")
    return "".join(clean_controls(word).split())


def in_own_words(
    links: Links, inner: tuple[list[list[str]], list[list[str]]], lines: tuple[list[str], list[str]]
) -> Links:
    """Return the links between the user's words; of several that become one the highest posteriors are kept."""
    starts = links.offsets.astype(np.int64)
    pairs = np.repeat(np.arange(len(links), dtype=np.int64), np.diff(starts))
    ends = [
        _homes(side, text)[_firsts(side)[pairs] + links.links[:, column]]
        for column, (side, text) in enumerate(zip(inner, lines, strict=True))
    ]
    keys = pairs << 32 | ends[0] << 16 | ends[1]
    found, places = np.unique(keys, return_inverse=True)
    offsets = np.searchsorted(found >> 32, np.arange(len(links) + 1)).astype(np.uint64)
    own = np.stack([found >> 16 & 0xFFFF, found & 0xFFFF], axis=1).astype(np.uint16)
    highest = [_highest(values, places, len(found)) for values in (links.forward, links.reverse)]
    return Links(offsets, own, *highest)


def _firsts(side: list[list[str]]) -> NDArray[np.int64]:
    """The place of each line's first inner word among all."""
    return np.cumsum([0, *(len(words) for words in side)], dtype=np.int64)


def _homes(side: list[list[str]], lines: list[str]) -> NDArray[np.int64]:
    homes: list[int] = []
    for words, line in zip(side, lines, strict=True):
        homes += home_of_each(words, split_words(line)) if words else []
    return np.array(homes, np.int64)


def _highest(
    values: NDArray[np.float32] | None, places: NDArray[np.int64], size: int
) -> NDArray[np.float32] | None:
    if values is None:
        return None
    highest = np.zeros(size, np.float32)
    np.maximum.at(highest, places, values)
    return highest
