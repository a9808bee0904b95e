"""Where phrases stand in an indexed bitext, and what they are translated to there.

    text = IndexedBitext(segment)
    count, places = text.places([["das", "haus"]], most=1000)
    text.taught(places, [["the", "house"]])         # where the translation stands there, or None

A phrase may have gaps: then it is given piece by piece, and may stand in a line in several ways. A place is consistent
with a rule if the rule could have been extracted there: all links of its words lead to each other (Och & Ney 2004;
Galley & Manning 2010, equation 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dragoman._core import Vocabulary
from dragoman.grammar.suffix_segment import LINE_END, SuffixSegment
from dragoman.grammar.text_pair import TextPair

Pieces = Sequence[Sequence[str]]
"""The words of a phrase, cut at its gaps."""
Ids = NDArray[np.uint32]
MOST_PLACEMENTS = 50
"""Ways to find the pieces of a phrase with gaps in one line, at most."""


@dataclass(frozen=True)
class Place:
    """An occurrence of a source phrase."""

    line: int
    """From 0, in its segment."""
    source: tuple[int, ...]
    """The places of its words in the line."""
    linked: tuple[int, ...]
    """The places of the target words that are linked to them."""
    closed: bool
    """Whether those are linked to no other source words."""


class IndexedBitext:
    """The lines of a segment, and where phrases stand in them."""

    def __init__(self, segment: SuffixSegment) -> None:
        self._arrays = segment.arrays
        self._vocabularies = segment.source_vocabulary, segment.target_vocabulary
        self._lines = len(segment)
        # Where the lines of each side begin, and their words.
        self._sides = {
            side: tuple(segment.arrays[f"{side}_{name}"] for name in ("begin", "text"))
            for side in ("source", "target")
        }

    def __len__(self) -> int:
        """How many sentence pairs it has."""
        return self._lines

    def line(self, side: str, number: int, begin: int = 0, end: int | None = None) -> list[str]:
        """Return the words of a line, or a part of them.

        Args:
            side: ``source`` or ``target``.
            number: The line, from 0.
            begin: The first word.
            end: The word after the last one; None: all that follow.
        """
        word = self._vocabularies[side == "target"].word
        return [word(one) for one in self._line(side, number)[begin:end].tolist()]

    def numbers(self, words: Iterable[str]) -> set[int]:
        """Return the numbers of the source words among these that the text has.

        Args:
            words: The words.
        """
        found = (self._vocabularies[0].find(word) for word in words)
        return {number for number in found if number is not None}

    def numbers_in(self, side: str, number: int) -> set[int]:
        """Return the numbers of the words of a line, each once.

        Args:
            side: ``source`` or ``target``.
            number: The line, from 0.
        """
        return set(self._line(side, number).tolist())

    def pair(self, number: int) -> TextPair:
        """Return a sentence pair.

        Args:
            number: The line, from 0.
        """
        source = tuple(self.line("source", number))
        links = [
            f"{i}-{j}"
            for i in range(len(source))
            for j in sorted(self._linked("source", number, [i]))
        ]
        return TextPair(source, tuple(self.line("target", number)), " ".join(links))

    def lines_of(self, source: Sequence[str], target: Sequence[str]) -> list[int]:
        """Return the lines that have exactly these sides.

        Args:
            source: The words of the source side.
            target: The words of the target side.
        """
        wanted = list(target)
        return [line for line in self.lines_with(source) if self.line("target", line) == wanted]

    def lines_with(self, source: Sequence[str]) -> list[int]:
        """Return all lines that have exactly this source side, in order.

        Args:
            source: Its words.
        """
        ids = _ids(source, self._vocabularies[0])
        if ids is None or not len(ids):
            return []
        begin, end = self._range(np.append(ids, np.uint32(LINE_END)))
        positions = self._arrays["source_suffixes"][begin:end]
        lines = self._arrays["source_line"][positions]
        whole = self._arrays["source_begin"][lines] == positions
        return [int(line) for line in np.sort(lines[whole])]

    def places(self, pieces: Pieces, most: int) -> tuple[int, list[list[Place]]]:
        """Return how often a source phrase occurs, and its places: all, or as many, evenly spread.

        Of a phrase with gaps, occurrences are those of its rarest piece that have the other pieces around them. They
        are all counted only if the piece is not more frequent than ``most``; otherwise the number is that of the piece.
        Its other pieces may stand around it in several ways: each is a place.

        Args:
            pieces: The phrase.
            most: How many occurrences are looked at, at most.
        """
        numbers = [_ids(piece, self._vocabularies[0]) for piece in pieces]
        if not numbers or any(ids is None or not len(ids) for ids in numbers):
            return 0, []
        known = [ids for ids in numbers if ids is not None]
        ranges = [self._range(ids) for ids in known]
        rarest = min(range(len(ranges)), key=lambda k: ranges[k][1] - ranges[k][0])
        begin, end = ranges[rarest]
        count = end - begin
        if not count:
            return 0, []
        chosen = np.unique(np.linspace(begin, end - 1, min(most, count)).astype(np.int64))
        positions = np.sort(self._arrays["source_suffixes"][chosen]).astype(np.int64)
        lines = self._arrays["source_line"][positions]
        anchors = positions - self._arrays["source_begin"][lines].astype(np.int64)
        found: list[list[Place]] = []
        for number, anchor in zip(lines.tolist(), anchors.tolist(), strict=True):
            if len(known) == 1:
                found.append([self._place(number, tuple(range(anchor, anchor + len(known[0]))))])
                continue
            ways = _placements(self._line("source", number), known, rarest, anchor)
            if here := [self._place(number, where) for where in ways]:
                found.append(here)
        return count if count > most else len(found), found

    def taught(
        self, occurrences: Iterable[Sequence[Place]], pieces: Pieces
    ) -> list[tuple[Place, tuple[int, ...] | None]]:
        """Return for every occurrence of a rule's source words where its target words stand, if it could teach the
        rule: of several ways in which it stands there, the first one that could, or else the first.

        Args:
            occurrences: Occurrences of the rule's source words, as ``places`` has them.
            pieces: The rule's target words, cut at its gaps.
        """
        known = [_ids(piece, self._vocabularies[1]) for piece in pieces]
        numbers = [ids for ids in known if ids is not None and len(ids)]
        if not known or any(ids is None for ids in known):
            return [(ways[0], None) for ways in occurrences]
        found = []
        for ways in occurrences:
            each = ((place, self._teaches(place, numbers)) for place in ways)
            found.append(next((one for one in each if one[1] is not None), (ways[0], None)))
        return found

    def _teaches(self, place: Place, numbers: Sequence[Ids]) -> tuple[int, ...] | None:
        if not place.linked:
            return None
        wanted, own = set(place.linked), set(place.source)
        for where in self._around(place, numbers):
            if wanted <= set(where) and self._linked("target", place.line, where) <= own:
                return where
        return None

    def _around(self, place: Place, numbers: Sequence[Ids]) -> Iterator[tuple[int, ...]]:
        """Where target words stand in a place's line; without gaps, only where they have all that is linked."""
        words = self._line("target", place.line)
        if len(numbers) != 1:
            yield from _placements(words, numbers)
            return
        size, wanted = len(numbers[0]), numbers[0].tolist()
        for first in range(max(0, place.linked[-1] - size + 1), place.linked[0] + 1):
            if words[first : first + size].tolist() == wanted:
                yield tuple(range(first, first + size))

    def _place(self, line: int, source: tuple[int, ...]) -> Place:
        linked = sorted(self._linked("source", line, source))
        closed = self._linked("target", line, linked) <= set(source)
        return Place(line, source, tuple(linked), closed)

    def _linked(self, side: str, line: int, words: Sequence[int]) -> set[int]:
        """The places of the other side that words are linked to; words side by side are looked up together."""
        start = int(self._sides[side][0][line])
        first, links = self._arrays[f"{side}_link_first"], self._arrays[f"{side}_links"]
        found: set[int] = set()
        begin = 0
        for end in range(1, len(words) + 1):
            if end == len(words) or words[end] != words[end - 1] + 1:
                low, high = start + words[begin], start + words[end - 1] + 1
                found.update(links[first[low] : first[high]].tolist())
                begin = end
        return found

    def _line(self, side: str, number: int) -> Ids:
        begin, text = self._sides[side]
        first = int(begin[number])
        last = int(begin[number + 1]) - 1 if number + 1 < len(begin) else len(text) - 1
        return text[first:last]

    def _range(self, ids: Ids) -> tuple[int, int]:
        """The part of the suffix array whose suffixes begin with these words, by two binary searches."""
        first = self._arrays["source_first"]
        low, high = int(first[ids[0]]), int(first[ids[0] + 1])
        wanted = [int(word) for word in ids]
        begin = self._search(wanted, low, high, after=False)
        return begin, self._search(wanted, begin, high, after=True)

    def _search(self, wanted: list[int], low: int, high: int, *, after: bool) -> int:
        text, suffixes = self._arrays["source_text"], self._arrays["source_suffixes"]
        while low < high:
            middle = (low + high) // 2
            position = int(suffixes[middle])
            here = [int(word) for word in text[position : position + len(wanted)]]
            if here < wanted or (after and here == wanted):
                low = middle + 1
            else:
                high = middle
        return low


def _ids(words: Sequence[str], vocabulary: Vocabulary) -> Ids | None:
    """The numbers of words; None if one of them is not known."""
    numbers = [vocabulary.find(word) for word in words]
    if any(number is None or number == LINE_END for number in numbers):
        return None
    return np.array(numbers, dtype=np.uint32)


def _placements(
    line: Ids, pieces: Sequence[Ids], anchored: int = -1, anchor: int = 0
) -> Iterator[tuple[int, ...]]:
    """Ways to find pieces in a line in their order, with a gap of a word or more between them; one may be fixed."""
    words = line.tolist()
    starts = []
    for number, piece in enumerate(pieces):
        wanted = piece.tolist()
        first, size = wanted[0], len(wanted)
        places = [anchor] if number == anchored else [p for p, w in enumerate(words) if w == first]
        starts.append([p for p in places if words[p : p + size] == wanted])

    def extend(number: int, least: int, so_far: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if number == len(pieces):
            yield so_far
            return
        for start in starts[number]:
            if start >= least:
                end = start + len(pieces[number])
                yield from extend(number + 1, end + 1, (*so_far, *range(start, end)))

    for count, found in enumerate(extend(0, 0, ())):
        if count == MOST_PLACEMENTS:
            return
        yield found
