"""Tags that go between two words of a translation: those that stand alone, and pairs without words."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from dragoman.documents.inline import ALONE, Tag
from dragoman.documents.placement import Placement, Target
from dragoman.documents.tag_tree import Path


@dataclass(frozen=True, slots=True)
class Point:
    """Tags that are written together."""

    tags: tuple[Tag, ...]
    path: Path
    """What surrounded them in the source."""
    left: bool
    """White space stood before them."""
    right: bool
    """White space stood after them."""


def points(placement: Placement) -> list[list[Point]]:
    """The points before each word of the translation, and those after the last one."""
    return _Points(placement).found


class _Points:
    def __init__(self, placement: Placement) -> None:
        self.placement = placement
        self.begins = [begin for begin, _ in placement.spans]
        self.neighbours = _Neighbours(placement.target, len(placement.spans))
        self.found: list[list[Point]] = [[] for _ in range(len(placement.paths) + 1)]
        self._collect()

    def _collect(self) -> None:
        tree, inner = self.placement.tree, self.placement.inner
        used = {number for path in self.placement.paths for number in path}
        used.update(number for paths in inner.values() for path in paths for number in path)
        links, spans = self.placement.target.links, self.placement.spans
        inside = {index for i in inner for index in tree.inside(spans[links[i][0]])}
        least = index = 0
        while index < len(tree.tags):
            offset, tag = tree.tags[index]
            alone = tag.side == ALONE
            if index in inside or (not alone and tag.pair in used):
                index += 1
                continue
            last = index if alone else tree.pairs[tag.pair].end
            end = tree.tags[last][0]
            place = self._place(offset, end)
            if tag.wall:
                least = place = max(place, least)
            tags = [one for _, one in tree.tags[index : last + 1]]
            tags = [one for one in tags if not one.drop or one.side == ALONE]
            if tags:
                blanks = self._blank(offset - 1), self._blank(end)
                self.found[place].append(Point(tuple(tags), tree.around[index], *blanks))
            index = last + 1

    def _blank(self, offset: int) -> bool:
        text = self.placement.segment.text
        return 0 <= offset < len(text) and text[offset].isspace()

    def _place(self, begin: int, end: int) -> int:
        """Before the translation of the next word; or after that of the word before, if it belongs there."""
        right = bisect_left(self.begins, end)
        left = bisect_left(self.begins, begin) - 1
        if left < 0:
            return 0
        if right >= len(self.begins):
            return len(self.placement.paths)
        inside = begin < self.placement.spans[left][1]
        holds = not self._blank(begin - 1) and (inside or self._blank(end))
        return self.neighbours.place(left, right, holds)


class _Neighbours:
    """Where the translations of source words begin and end; -1 stands for words without one."""

    def __init__(self, target: Target, count: int) -> None:
        self._end = len(target.words)
        self._first, self._last = [-1] * count, [-1] * count
        for i, links in enumerate(target.links):
            for link in links:
                self._last[link] = i + 1
                if self._first[link] < 0:
                    self._first[link] = i
        self._nearest_before, self._nearest_after = self._last[:], self._first[:]
        for i in range(1, count):
            if self._nearest_before[i] < 0:
                self._nearest_before[i] = self._nearest_before[i - 1]
        for i in reversed(range(count - 1)):
            if self._nearest_after[i] < 0:
                self._nearest_after[i] = self._nearest_after[i + 1]

    def place(self, left: int, right: int, holds: bool) -> int:
        """After the translation of ``left`` or before that of ``right``; if neither has one, beside others."""
        before, after = self._last[left], self._first[right]
        if before < 0 and after < 0:
            before, after = self._nearest_before[left], self._nearest_after[right]
        if before >= 0 and (holds or after < 0):
            return before
        return after if after >= 0 else self._end
