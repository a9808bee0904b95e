"""A sentence of a document as words for the decoder, and its translation as the document's items.

What is kept (addresses, placeholders, code) is one word that is copied: the tokeniser sees a made-up word in its place.
A decoder that can be asked for less (``takes``) is asked for less: to it such a word is an unknown one. Terms are the
user's demand, and are not left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence, Set
from itertools import pairwise

from dragoman.corpus.characters import STAND_INS
from dragoman.corpus.preparation import TextPreparation
from dragoman.corpus.words import locate, split_words
from dragoman.documents import Item, Segment, Target, place
from dragoman.forest import Derivation
from dragoman.forest.derivation import UNKNOWN_WORD, ZONE
from dragoman.model.requests.terminology import Terminology
from dragoman.search import Input, Zone
from dragoman.search.input import Demand


class SegmentWords:
    """The words of a segment: ``input`` for the decoder, ``items`` to write what it returned."""

    def __init__(
        self,
        segment: Segment,
        text: TextPreparation,
        terminology: Terminology | None = None,
        takes: Set[Demand] = frozenset(("zones", "walls")),
    ) -> None:
        self.segment, self._text = segment, text
        view = _View(segment)
        surfaces = split_words(text.source.split(view.text))
        words = split_words(text.source.case(" ".join(surfaces)))
        if len(words) != len(surfaces):
            words = surfaces
        words, parts = text.source.divide(words)
        self.spans: list[tuple[int, int]] = []
        """Where the words stand in the segment's text."""
        zones: list[Zone] = []
        places = locate(surfaces, view.text)
        if parts is not None:
            places = [
                span for span, n in zip(places, parts.sizes, strict=True) for span in _cut(span, n)
            ]
        if not segment.kept:  # most sentences: the view is the text itself
            self.spans, places = places, []
        for i, (begin, end) in enumerate(places):
            span, kept = view.original(begin, end)
            self.spans.append(span)
            if kept:
                words[i] = segment.text[span[0] : span[1]]
                zones += [Zone(i, i + 1, [[words[i]]])] if "zones" in takes else []
        if terminology is not None:
            zones += terminology.zones(words, zones, parts)
        walls = self._walls() if "walls" in takes else []
        self.input = Input(words, zones, walls, document=segment.document, parts=parts)

    def _walls(self) -> list[int]:
        begins = [begin for begin, _ in self.spans]
        places = [bisect_right(begins, offset - 1) for offset, tag in self.segment.tags if tag.wall]
        return sorted({place for place in places if 0 < place < len(begins)})

    def items(self, derivation: Derivation) -> list[Item]:
        """The translation with the segment's tags in their places."""
        words, spaces = self._text.finish_words(derivation.tokens)
        rules, links = derivation.word_links
        copies = {
            j
            for j, rule in enumerate(rules)
            if rule in (UNKNOWN_WORD, ZONE) and self._is_copy(words[j], links[j])
        }
        return place(self.segment, self.spans, Target(words, spaces, links, copies))

    def _is_copy(self, word: str, links: Sequence[int]) -> bool:
        """Whether a word is its source word, but for its case, which the decoder may not know."""
        if len(links) != 1:
            return False
        begin, end = self.spans[links[0]]
        return self.segment.text[begin:end].casefold() == word.casefold()


def _cut(span: tuple[int, int], parts: int) -> list[tuple[int, int]]:
    """A word's place as places of its parts, which are about equally long."""
    begin, end = span
    cuts = [begin + (end - begin) * number // parts for number in range(parts + 1)]
    return list(pairwise(cuts))


class _View:
    """The text of a segment with made-up words, blanks around them, in the place of what is kept."""

    def __init__(self, segment: Segment) -> None:
        letter = next((x for x in STAND_INS if x not in segment.text), STAND_INS[0])
        self._pieces: list[tuple[int, int, int, bool]] = []
        """Where pieces begin here, where they begin and end in the segment, and whether they are kept."""
        texts: list[str] = []
        length = place = 0
        for number, (begin, end) in enumerate([*segment.kept, (len(segment.text),) * 2]):
            self._pieces.append((length, place, begin, False))
            texts.append(segment.text[place:begin])
            length += begin - place
            if begin < end:
                stand_in = f" {letter}{number}{letter} "
                self._pieces.append((length, begin, end, True))
                texts.append(stand_in)
                length += len(stand_in)
            place = end
        self.text = "".join(texts)

    def original(self, begin: int, end: int) -> tuple[tuple[int, int], bool]:
        """Where characters stand in the segment, and whether they are kept."""
        index = bisect_right(self._pieces, begin, key=lambda piece: piece[0]) - 1
        first, source, stop, kept = self._pieces[index]
        if kept:
            return (source, stop), True
        return (source + begin - first, source + end - first), False
