"""What documents are made of: text and tags, sentences, and blocks of them.

The reader of a format turns a paragraph into a list of items. Its writer turns such a list into the format again. Only
the reader knows what a tag means. Here a tag has a string to be written, the side of the pair that it is, and what may
be done with it when the words around it move. ``make_block`` (in ``blocks.py``) divides the items among sentences:

    block.segments()             # the sentences
    block.render(translated)     # the paragraph with other items in their place
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from dragoman.common.deadline import check_time
from dragoman.documents.kept import kept_spans

OPEN, CLOSE, ALONE = "open", "close", "alone"
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Text:
    """Some characters of a paragraph."""

    text: str
    raw: str | None = None
    """How the document spells them (``&eacute;``), if the writer would not do it so."""
    keep: bool = False
    """Not to be translated: code, a formula, a protected name."""


LINE_BREAK = Text("\n", "")
"""White space that is not written: a tag before it separates words by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """A tag, or anything else that is no text. Two tags are never equal, even if they look the same."""

    raw: tuple[str | Block, ...]
    """What is written; blocks inside it, such as the text of an attribute, are translated."""
    side: str = ALONE
    pair: int = -1
    """The number that the two tags of a pair share, unique in the paragraph."""
    split: bool = False
    """The pair may be written several times, around words that are apart in the translation."""
    drop: bool = False
    """The pair may be left out if nothing is inside it."""
    wall: bool = False
    """What stands before it in the text stays before it."""
    breaks: bool = False
    """It separates words by itself, as a line break does; LINE_BREAK stands behind it in the text."""


Item = Text | Tag
Writer = Callable[[Sequence[Item], Callable[[Tag], str]], str]
"""Turns the items of a block into the document's format; the function given with them writes a tag."""


def plain_text(items: Sequence[Item]) -> str:
    """The characters of the items, without tags."""
    return "".join([item.text for item in items if isinstance(item, Text)])


def joining(escape: Callable[[str], str]) -> Writer:
    """The usual writer: tags as they are, text as the document spells it or else escaped."""

    def write(items: Sequence[Item], tag: Callable[[Tag], str]) -> str:
        return "".join(
            [tag(item) if isinstance(item, Tag) else spelled(item, escape) for item in items]
        )

    return write


def spelled(item: Text, escape: Callable[[str], str]) -> str:
    """The characters as they are written."""
    return escape(item.text) if item.raw is None else item.raw


class Segment:
    """A sentence with its tags; ``text`` is what is translated.

    Args:
        items: Its texts and tags, in order.
        document: The id of the document that it belongs to.
    """

    def __init__(self, items: Sequence[Item], document: str = "") -> None:
        self.items = tuple(items)
        self.document = document
        """The id of the document that it belongs to."""
        self.text = plain_text(items)
        self.tags: list[tuple[int, Tag]] = []
        """Every tag with its place in the text, in order."""
        self._texts: list[Text] = []
        self._offsets: list[int] = []
        offset = 0
        for item in self.items:
            if isinstance(item, Tag):
                self.tags.append((offset, item))
            elif item.text:
                self._texts.append(item)
                self._offsets.append(offset)
                offset += len(item.text)

    @cached_property
    def kept(self) -> list[Span]:
        """The stretches of the text that are copied: what the format protects, placeholders, addresses."""
        protected = [
            (offset, offset + len(text.text))
            for offset, text in zip(self._offsets, self._texts, strict=True)
            if text.keep
        ]
        return _united([*protected, *kept_spans(self.text)])

    @property
    def translatable(self) -> bool:
        """Whether there is a letter outside of what is kept."""
        place = 0
        for begin, end in [*self.kept, (len(self.text), len(self.text))]:
            if any(map(str.isalpha, self.text[place:begin])):
                return True
            place = end
        return False

    def spelling(self, begin: int, end: int) -> list[Text]:
        """Return the characters [begin, end) as the document writes them.

        Args:
            begin: The first character.
            end: The character after the last.
        """
        found: list[Text] = []
        index = bisect_right(self._offsets, begin) - 1
        while begin < end:
            offset, text = self._offsets[index], self._texts[index]
            stop = min(end, offset + len(text.text))
            found.append(_part(text, begin - offset, stop - offset))
            begin, index = stop, index + 1
        return found

    def between(self, begin: int, end: int) -> list[Item]:
        """Return the characters [begin, end) with the tags that stand among or beside them.

        Args:
            begin: The first character.
            end: The character after the last.
        """
        result: list[Item] = []
        for offset, tag in self.tags_at(begin, end):
            result += self.spelling(begin, offset)
            result.append(tag)
            begin = offset
        return result + self.spelling(begin, end)

    def tags_at(self, begin: int, end: int) -> list[tuple[int, Tag]]:
        """Return the tags at places from ``begin`` to ``end``, both included.

        Args:
            begin: The first character.
            end: The character after the last.
        """
        first = bisect_right(self.tags, begin - 1, key=lambda one: one[0])
        last = bisect_right(self.tags, end, key=lambda one: one[0])
        return self.tags[first:last]

    def __repr__(self) -> str:
        return f"Segment({self.text!r})"


def _part(text: Text, begin: int, end: int) -> Text:
    """Some characters of a text; they keep their spelling if it is their own."""
    if begin == 0 and end == len(text.text):
        return text
    part = text.text[begin:end]
    return Text(part, part if text.raw == text.text else None, text.keep)


def _united(spans: Sequence[Span]) -> list[Span]:
    """Spans in order; those that overlap or touch are one."""
    result: list[Span] = []
    for begin, end in sorted(spans):
        if result and begin <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((begin, end))
    return result


Translated = Callable[[Segment], Sequence[Item]]
"""What is written in the place of a segment."""


@dataclass(frozen=True, eq=False)
class Block:
    """A paragraph, a heading, a cell, an attribute."""

    parts: tuple[Item | Segment, ...]
    writer: Writer

    def segments(self) -> Iterator[Segment]:
        """Yield the sentences, followed by those of blocks inside their tags."""
        for part in self.parts:
            if isinstance(part, Segment):
                yield part
                tags: Sequence[Item] = part.items
            else:
                tags = (part,)
            for tag in tags:
                if isinstance(tag, Tag):
                    for piece in tag.raw:
                        if isinstance(piece, Block):
                            yield from piece.segments()

    def render(self, translated: Translated) -> str:
        """Return the block with its sentences translated, as the document writes it.

        Args:
            translated: Called with every sentence of the document; returns what takes its place.
        """
        check_time()
        items: list[Item] = []
        for part in self.parts:
            items += translated(part) if isinstance(part, Segment) else (part,)
        return self.writer(rejoin(items), lambda tag: render(tag.raw, translated))


def render(pieces: Sequence[str | Block], translated: Translated) -> str:
    """Text with blocks in it, written."""
    return "".join(
        [piece if isinstance(piece, str) else piece.render(translated) for piece in pieces]
    )


def rejoin(items: Sequence[Item]) -> list[Item]:
    """The items without tags that close a pair and open it again with no word between."""
    result: list[Item] = []
    for item in items:
        if isinstance(item, Tag) and item.side == OPEN:
            k = len(result) - 1
            while k >= 0 and _is_empty(result[k]):
                k -= 1
            last = result[k] if k >= 0 else None
            if isinstance(last, Tag) and last.side == CLOSE and last.pair == item.pair:
                del result[k]
                continue
        result.append(item)
    return result


def _is_empty(item: Item) -> bool:
    return item.side == ALONE if isinstance(item, Tag) else item.text.isspace()
