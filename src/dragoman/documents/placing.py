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

from dragoman.documents.inline import Item, Segment, Span, Text
from dragoman.documents.placement import Placement, Target
from dragoman.documents.sentence_writer import SentenceWriter

__all__ = ["Target", "place"]


def place(segment: Segment, spans: Sequence[Span], target: Target) -> list[Item]:
    """The items of the translation; ``spans`` are the places of the source words in the segment's text."""
    if target.words and not segment.tags and not target.copies:
        return _plain(segment, target)
    return SentenceWriter(Placement(segment, spans, target)).items()


def _plain(segment: Segment, target: Target) -> list[Item]:
    """The same for a sentence without tags and copies, of which a server has many."""
    text = segment.text
    first, *others = target.words
    spaces = target.spaces[1:]
    words = [f" {word}" if space else word for word, space in zip(others, spaces, strict=True)]
    before = segment.spelling(0, len(text) - len(text.lstrip()))
    return [
        *before,
        Text("".join([first, *words])),
        *segment.spelling(len(text.rstrip()), len(text)),
    ]
