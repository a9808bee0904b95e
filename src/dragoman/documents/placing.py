"""Moving the tags of a sentence to where their words went.

    items = place(segment, spans, Target(words, spaces, links, copies))

Every word of the translation gets the tags around the source word that it is linked to. So the translations of bold
words are bold. A pair of tags is written around words that stand together. If its words are apart, a pair that may be
split is written several times. Another pair takes in a few words between them, or leaves some words out. A pair whose
words have no translation goes beside the translation of its neighbour, and so does a tag that stands alone.

The result is always well nested. The pairs are a tree, and the tags of a word are a path from its root. Words are
written one after the other; between two words, the pairs that they do not share are closed and opened.

Copied words are written as the document spells them, with the white space and the tags between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.documents.inline import Item, Segment, Span, Text
from dragoman.documents.placement import Placement, Target
from dragoman.documents.sentence_writer import SentenceWriter

__all__ = ["Target", "place"]

_SPACE = Text(" ")
DASHES = ("—", "–", "-", "--")
"""Some write them with blanks, others without: a translation follows its source."""


def place(segment: Segment, spans: Sequence[Span], target: Target) -> list[Item]:
    """Return the items of the translation; ``spans`` are the places of the source words in the segment's text.

    Args:
        segment: The sentence of the document.
        spans: The places of the source words in its text.
        target: The translation and its links.
    """
    target = replace(target, spaces=_beside_dashes(segment.text, spans, target))
    if target.words and not segment.tags:
        return _untagged(segment, spans, target)
    return SentenceWriter(Placement(segment, spans, target)).items()


def _beside_dashes(text: str, spans: Sequence[Span], target: Target) -> Sequence[bool]:
    """The spaces of the translation, those beside a dash as the dash in the source has them."""
    spaces = list(target.spaces)
    for i, word in enumerate(target.words):
        for begin, end in [spans[link] for link in target.links[i]] if word in DASHES else ():
            if text[begin:end] in DASHES:
                spaces[i] = i > 0 and text[max(begin - 1, 0) : begin].isspace()
                if i + 1 < len(spaces):
                    spaces[i + 1] = text[end : end + 1].isspace()
    return spaces


def _untagged(segment: Segment, spans: Sequence[Span], target: Target) -> list[Item]:
    """The same for a sentence without tags, of which a server has many."""
    end = segment.spelling(len(segment.text.rstrip()), len(segment.text))
    if not target.copies:
        pairs = zip(target.words, [False, *target.spaces[1:]], strict=True)
        words = "".join([f" {word}" if space else word for word, space in pairs])
        return [*_indent(segment), Text(words), *end]
    items: list[Item] = []
    last: int | None = -1  # the source word of the word before, if that was copied
    for i, word in enumerate(target.words):
        source = target.links[i][0] if i in target.copies else None
        if source is not None and last is not None and last + 1 == source:
            items += segment.spelling(spans[last][1] if last >= 0 else 0, spans[source][0])
        elif i == 0:
            items += _indent(segment)
        elif target.spaces[i]:
            items.append(_SPACE)
        items += [Text(word)] if source is None else segment.spelling(*spans[source])
        last = source
    if last is not None and last + 1 == len(spans):
        return items + segment.spelling(spans[last][1], len(segment.text))
    return items + end


def _indent(segment: Segment) -> list[Text]:
    return segment.spelling(0, len(segment.text) - len(segment.text.lstrip()))
