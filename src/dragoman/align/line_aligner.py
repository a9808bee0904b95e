"""Aligns lines of text, a chunk at a time, and answers in the words that blanks separate in them.

The aligner may see other words inside: what its text preparation makes of a line, or what functions of the caller do.
A pair that cannot be aligned (its line could not be read, or it has too many possible links) has no links and a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dragoman.align.inner_words import Split, in_own_words
from dragoman.align.links import Links
from dragoman.common.errors import FormatError
from dragoman.corpus.integers import IntegerCorpus
from dragoman.corpus.preparation import TextPreparation
from dragoman.corpus.words import split_words

Pair = tuple[str, str] | FormatError
"""Source and target line, or why they could not be read."""
LARGEST_PAIR = 1_000_000
"""Possible links of a pair (source words times target words): about 60 MB for the thread that aligns it."""
MOST_WORDS = 65535


@dataclass(frozen=True)
class ChunkLinks:
    """The links of a chunk, and what was wrong with pairs that have none."""

    links: Links
    faults: Mapping[int, FormatError] = field(default_factory=dict)


@dataclass(frozen=True)
class LineAligner:
    """Aligns chunks of pairs; threads may share it."""

    native: Callable[[IntegerCorpus, IntegerCorpus], Links]
    encode: tuple[Callable[[list[str]], IntegerCorpus], Callable[[list[str]], IntegerCorpus]]
    text: TextPreparation
    split: tuple[Split | None, Split | None] = (None, None)
    largest_pair: int = LARGEST_PAIR

    def __call__(self, pairs: Sequence[Pair]) -> ChunkLinks:
        """Return the links of some pairs."""
        faults = {k: pair for k, pair in enumerate(pairs) if isinstance(pair, FormatError)}
        lines: tuple[list[str], list[str]] = ([], [])
        for pair in pairs:
            for side, line in zip(
                lines, ("", "") if isinstance(pair, FormatError) else pair, strict=True
            ):
                side.append(line)
        inner, sides = self._encode(lines)
        large = self._too_large(*sides)
        if large:
            faults |= large
            for side in lines:
                for k in large:
                    side[k] = ""
            inner, sides = self._encode(lines)
        links = self.native(*sides)
        if inner is not None:
            links = in_own_words(links, inner, lines)
        return ChunkLinks(links, faults)

    def _encode(
        self, lines: tuple[list[str], list[str]]
    ) -> tuple[tuple[list[list[str]], list[list[str]]] | None, list[IntegerCorpus]]:
        """The inner words, unless they are the user's, and their numbers."""
        sides = self.text.source, self.text.target
        if self.split == (None, None) and self.text == TextPreparation():
            return None, [e(x) for e, x in zip(self.encode, lines, strict=True)]
        inner, numbers = [], []
        for texts, side, own, encode in zip(lines, sides, self.split, self.encode, strict=True):
            words = [own(x) if own is not None else split_words(side.split(x)) for x in texts]
            inner.append(words)
            numbers.append(encode([side.case(" ".join(some)) for some in words]))
            if not np.array_equal(_lengths(numbers[-1]), [len(some) for some in words]):
                raise FormatError("an inner word is empty or has a blank in it")
        return (inner[0], inner[1]), numbers

    def _too_large(self, source: IntegerCorpus, target: IntegerCorpus) -> dict[int, FormatError]:
        first, second = _lengths(source), _lengths(target)
        most = np.maximum(first, second)
        large = (first * second > self.largest_pair) | (most > MOST_WORDS)
        return {
            int(k): FormatError(
                f"the pair has {first[k]} and {second[k]} words: expected at most "
                f"{self.largest_pair} possible links and {MOST_WORDS} words a side"
            )
            for k in np.flatnonzero(large)
        }


def _lengths(text: IntegerCorpus) -> NDArray[np.int64]:
    """The number of words of each line."""
    ends = text.offsets.astype(np.int64)
    return ends[1:] - ends[:-1]
