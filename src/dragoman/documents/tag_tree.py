"""The pairs of tags of a sentence as a tree: what is open at every place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from dragoman.documents.inline import CLOSE, OPEN, Segment, Span, Tag

Path = tuple[int, ...]
"""The numbers of the pairs around something, the outermost first."""


def shared(one: Path, other: Path) -> Path:
    """The pairs around both."""
    both = zip(one, other, strict=False)
    return tuple(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], both))


@dataclass(slots=True)
class Pair:
    """Two tags and what is around them."""

    opening: Tag
    closing: Tag
    path: Path
    begin: int
    """Index of the opening tag among the segment's tags."""
    end: int


class TagTree:
    """The tags of a segment, by index, and the pairs by number."""

    def __init__(self, segment: Segment) -> None:
        self.tags = segment.tags
        self.pairs: dict[int, Pair] = {}
        self.around: list[Path] = []
        """What surrounds every tag."""
        path: Path = ()
        for index, (_, tag) in enumerate(self.tags):
            if tag.side == CLOSE:
                path = path[:-1]
            self.around.append(path)
            if tag.side == OPEN:
                self.pairs[tag.pair] = Pair(tag, tag, path, index, index)
                path = (*path, tag.pair)
            elif tag.side == CLOSE:
                self.pairs[tag.pair].closing, self.pairs[tag.pair].end = tag, index

    def before(self, index: int) -> Path:
        """What is open before a tag."""
        tag = self.tags[index][1]
        return (*self.around[index], tag.pair) if tag.side == CLOSE else self.around[index]

    def after(self, index: int) -> Path:
        """What is open behind a tag."""
        tag = self.tags[index][1]
        return (*self.around[index], tag.pair) if tag.side == OPEN else self.around[index]

    def inside(self, span: Span) -> range:
        """The tags that stand among these characters, not beside them."""
        first = bisect_left(self.tags, span[0] + 1, key=lambda one: one[0])
        return range(first, bisect_left(self.tags, span[1], key=lambda one: one[0]))

    def paths(self, spans: Sequence[Span]) -> list[Path]:
        """The pairs around each word; those around a part of it count if they go deeper."""
        paths = []
        index = 0
        path: Path = ()
        for begin, end in spans:
            while index < len(self.tags) and self.tags[index][0] <= begin:
                path = self.after(index)
                index += 1
            deepest = path
            while index < len(self.tags) and self.tags[index][0] < end:
                path = self.after(index)
                index += 1
                last = index == len(self.tags) or self.tags[index][0] > self.tags[index - 1][0]
                deepest = path if last and len(path) > len(deepest) else deepest
            paths.append(deepest)
        return paths
