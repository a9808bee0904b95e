"""Makes a block from what the reader of a format found in a paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from dragoman.common.deadline import check_time
from dragoman.common.errors import FormatError
from dragoman.corpus.sentences import SentenceSplitter
from dragoman.documents.division import divide
from dragoman.documents.inline import (
    ALONE,
    CLOSE,
    LINE_BREAK,
    OPEN,
    Block,
    Item,
    Segment,
    Span,
    Tag,
    Text,
    Writer,
    plain_text,
)
from dragoman.io.limits import line_limit, too_long

MAXIMAL_DEPTH = 64
"""Pairs inside so many others are not followed to their words."""
_FEW = 20
_ENDED = re.compile(r"[.!?…][\"'”’»)\]]*\s*\Z")


def make_block(
    items: Sequence[Item], splitter: SentenceSplitter | None, writer: Writer, document: str = ""
) -> Block:
    """A block of the items, split into sentences; without a splitter it is one sentence."""
    check_time()
    items = paired(items)
    text = plain_text(items)
    longest = line_limit()
    if len(text) > longest or len(text.encode("utf-8", "surrogatepass")) > longest:
        raise FormatError(too_long(longest, "the text of a paragraph"), document)
    if splitter is not None:
        spans = _sentences(items, splitter)
    else:
        begin = len(text) - len(text.lstrip())
        spans = [(begin, len(text.rstrip()))] if begin < len(text) else []
    parts: list[Item | Segment] = []
    for gap, sentence in divide(items, spans):
        parts += gap
        if sentence:
            parts.append(Segment(sentence, document))
    return Block(tuple(parts), writer)


def _sentences(items: Sequence[Item], splitter: SentenceSplitter) -> list[Span]:
    """Where the sentences are. A line break after a mark that may end a sentence ends it."""
    texts = [item for item in items if isinstance(item, Text)]
    text = "".join(map(_masked, texts))
    cuts = [0]
    place = 0
    for item in texts:
        if item is LINE_BREAK and _ENDED.search(text, max(place - _FEW, 0), place):
            cuts.append(place)
        place += len(item.text)
    return [
        (first + begin, first + end)
        for first, last in pairwise([*cuts, len(text)])
        for begin, end in splitter.spans(text[first:last])
    ]


def _masked(item: Text) -> str:
    """The text for the splitter; no sentence ends inside what is kept."""
    return "x" * len(item.text) if item.keep else item.text


def paired(items: Sequence[Item]) -> list[Item]:
    """The items. A tag becomes one that stands alone if it has no partner, crosses another pair or is too deep."""
    opened: list[Tag] = []
    places: dict[int, int] = {}
    matched: set[int] = set()
    for item in items:
        if not isinstance(item, Tag):
            continue
        if item.side == OPEN and len(opened) < MAXIMAL_DEPTH and item.pair not in places:
            places[item.pair] = len(opened)
            opened.append(item)
        elif item.side == CLOSE and item.pair in places:
            place = places[item.pair]
            matched |= {id(item), id(opened[place])}
            for tag in opened[place:]:
                del places[tag.pair]
            del opened[place:]
    return [
        Tag(item.raw, wall=True)
        if isinstance(item, Tag) and item.side != ALONE and id(item) not in matched
        else item
        for item in items
    ]
