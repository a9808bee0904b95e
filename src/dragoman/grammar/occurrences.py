"""Where phrases stand in an indexed bitext, and what they are translated to there.

    text = IndexedBitext(segment)
    count, places = text.places([["das", "haus"]], most=1000)
    text.has(places[0][0], [["the", "house"]])      # where the translation stands, or None

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
        links = [f"{i}-{j}" for i in range(len(source)) for j in self._links("source", number, i)]
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
        positions = np.sort(self._arrays["source_suffixes"][chosen])
        found: list[list[Place]] = []
        for position in positions:
            number = int(self._arrays["source_line"][position])
            anchor = int(position) - int(self._arrays["source_begin"][number])
            words = self._line("source", number)
            ways = _placements(words, known, rarest, anchor)
            if here := [self._place(number, where) for where in ways]:
                found.append(here)
        return count if count > most else len(found), found

    def has(self, place: Place, pieces: Pieces) -> tuple[int, ...] | None:
        """Return where in a place's line a rule's target words stand, if the rule could be extracted there.

        Args:
            place: An occurrence of the rule's source words.
            pieces: The rule's target words, cut at its gaps.
        """
        known = [_ids(piece, self._vocabularies[1]) for piece in pieces]
        if not place.linked or not known or any(ids is None for ids in known):
            return None
        words = self._line("target", place.line)
        wanted = set(place.linked)
        numbers = [ids for ids in known if ids is not None and len(ids)]
        for where in _placements(words, numbers):
            if not wanted <= set(where):
                continue
            back = {i for j in where for i in self._links("target", place.line, j)}
            if back <= set(place.source):
                return where
        return None

    def _place(self, line: int, source: tuple[int, ...]) -> Place:
        linked = sorted({j for i in source for j in self._links("source", line, i)})
        closed = all(i in source for j in linked for i in self._links("target", line, j))
        return Place(line, source, tuple(linked), closed)

    def _line(self, side: str, number: int) -> Ids:
        begin = self._arrays[f"{side}_begin"]
        first = int(begin[number])
        text = self._arrays[f"{side}_text"]
        last = int(begin[number + 1]) - 1 if number + 1 < len(begin) else len(text) - 1
        return text[first:last]

    def _links(self, side: str, line: int, word: int) -> list[int]:
        position = int(self._arrays[f"{side}_begin"][line]) + word
        first = self._arrays[f"{side}_link_first"]
        links = self._arrays[f"{side}_links"]
        found: list[int] = links[first[position] : first[position + 1]].tolist()
        return found

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
