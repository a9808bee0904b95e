"""Making a block of what a format's reader found in a paragraph."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.corpus.sentences import SentenceSplitter
from dragoman.documents.division import divide
from dragoman.documents.inline import (
    ALONE,
    CLOSE,
    OPEN,
    Block,
    Item,
    Segment,
    Tag,
    Text,
    Writer,
    plain_text,
)

MAXIMAL_DEPTH = 64
"""Pairs inside so many others are not followed to their words."""


def make_block(
    items: Sequence[Item], splitter: SentenceSplitter | None, writer: Writer, document: str = ""
) -> Block:
    """A block of the items, split into sentences; without a splitter it is one sentence."""
    items = paired(items)
    text = plain_text(items)
    if splitter is not None:
        spans = splitter.spans("".join([_masked(item) for item in items if isinstance(item, Text)]))
    else:
        begin = len(text) - len(text.lstrip())
        spans = [(begin, len(text.rstrip()))] if begin < len(text) else []
    parts: list[Item | Segment] = []
    for gap, sentence in divide(items, spans):
        parts += gap
        if sentence:
            parts.append(Segment(sentence, document))
    return Block(tuple(parts), writer)


def _masked(item: Text) -> str:
    """The text for the splitter; no sentence ends inside what is kept."""
    return "x" * len(item.text) if item.keep else item.text


def paired(items: Sequence[Item]) -> list[Item]:
    """The items with tags that lack their partner, cross another pair or are too deep made to stand alone."""
    opened: list[int] = []
    places: dict[int, int] = {}
    matched: set[int] = set()
    for item in items:
        if isinstance(item, Tag) and item.side == OPEN and len(opened) < MAXIMAL_DEPTH:
            places[item.pair] = len(opened)
            opened.append(item.pair)
        elif isinstance(item, Tag) and item.side == CLOSE and item.pair in places:
            matched.add(item.pair)
            place = places[item.pair]
            for pair in opened[place:]:
                del places[pair]
            del opened[place:]
    return [
        Tag(item.raw, wall=True)
        if isinstance(item, Tag) and item.side != ALONE and item.pair not in matched
        else item
        for item in items
    ]
