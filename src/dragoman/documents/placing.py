"""Moving the tags of a sentence to where their words went.

    items = place(segment, spans, Target(words, spaces, links, copies))

Every word of the translation gets the tags that surround the source word it is linked to, so that bold is around the
translation of the bold words. Pairs are written around contiguous words; a pair that may be split is written
several times if its words are apart, another one takes a few words between in, or leaves some out. A pair whose words
have no translation, and a tag that stands alone, goes beside the translation of its neighbour. The result is well
nested by construction: a word's tags are a path from the root of the tree of pairs, and words are written one after
another, closing and opening what two neighbours do not share.

Words that were copied are written as the document spells them, with the white space and tags that were between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.documents.inline import Item, Segment, Span
from dragoman.documents.placement import Placement, Target
from dragoman.documents.sentence_writer import SentenceWriter

__all__ = ["Target", "place"]


def place(segment: Segment, spans: Sequence[Span], target: Target) -> list[Item]:
    """The items of the translation; ``spans`` are the places of the source words in the segment's text."""
    return SentenceWriter(Placement(segment, spans, target)).items()
