"""Writing a translated sentence with its tags, word by word."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.documents.inline import Item, Tag, Text
from dragoman.documents.placement import Placement
from dragoman.documents.tag_points import Point, points
from dragoman.documents.tag_tree import Path, shared


class SentenceWriter:
    """Writes what stands between the words, and the words."""

    def __init__(self, placement: Placement) -> None:
        self.placement = placement
        self.segment, self.spans = placement.segment, placement.spans
        self.points = points(placement)

    def items(self) -> list[Item]:
        """The sentence."""
        result: list[Item] = []
        before: Path = ()
        for i, path in enumerate(self.placement.paths):
            entry, leave = self.placement.inner.get(i, (path, path))
            result += self._between(i, before, entry)
            result += self._word(i)
            before = leave
        return result + self._between(len(self.placement.paths), before, ())

    def _word(self, i: int) -> list[Item]:
        source = self.placement.source_of(i)
        if source is None:
            return [Text(self.placement.target.words[i])]
        begin, end = self.spans[source]
        items: list[Item] = []
        if i in self.placement.inner:
            for index in self.placement.tree.inside((begin, end)):
                offset, tag = self.segment.tags[index]
                items += [*self.segment.spelling(begin, offset), tag]
                begin = offset
        return items + self.segment.spelling(begin, end)

    def _between(self, i: int, before: Path, after: Path) -> list[Item]:
        """The tags and the space before word i."""
        states, tags = self._steps(before, after)
        slots: list[list[Point]] = [[] for _ in states]
        for point in self.points[i]:
            slots[_slot(states, point)].append(point)
        original = self._original(i)
        if original is not None:
            ordered = [x for k, slot in enumerate(slots) for x in (*_flat(slot), *tags[k : k + 1])]
            if ordered == [item for item in original if isinstance(item, Tag)]:
                return original
        lowest = min(range(len(states)), key=lambda k: len(states[k]))
        gap = _Gap(self._space(i, original))
        for k, slot in enumerate(slots):
            for point in slot:
                if k == lowest and point.left:
                    gap.space()
                gap.point(point)
            if k == lowest:
                gap.space()
            gap.items += tags[k : k + 1]
        return gap.items

    def _steps(self, before: Path, after: Path) -> tuple[list[Path], list[Tag]]:
        """Which pairs are open between two words, step by step, and the tag between one step and the next."""
        pairs = self.placement.tree.pairs
        common = len(shared(before, after))
        states = [before[:n] for n in range(len(before), common, -1)]
        tags = [pairs[number].closing for number in reversed(before[common:])]
        states += [after[:n] for n in range(common, len(after) + 1)]
        tags += [pairs[number].opening for number in after[common:]]
        return states, tags

    def _original(self, i: int) -> list[Item] | None:
        """What stood between the source words if they are copied and were neighbours."""
        count = len(self.placement.paths)
        left = self.placement.source_of(i - 1) if i > 0 else -1
        right = self.placement.source_of(i) if i < count else len(self.spans)
        if left is None or right is None or left + 1 != right:
            return None
        begin = self.spans[left][1] if left >= 0 else 0
        end = self.spans[right][0] if right < len(self.spans) else len(self.segment.text)
        return self.segment.between(begin, end)

    def _space(self, i: int, original: list[Item] | None) -> list[Text]:
        if original is not None:
            return [item for item in original if isinstance(item, Text)]
        if any(tag.breaks for tag in _flat(self.points[i])):
            return []
        text = self.segment.text
        if i == 0:
            return self.segment.spelling(0, len(text) - len(text.lstrip()))
        if i == len(self.placement.paths):
            return self.segment.spelling(len(text.rstrip()), len(text))
        return [Text(" ")] if self.placement.target.spaces[i] else []


class _Gap:
    """The tags between two words, with the space in its place."""

    def __init__(self, blank: list[Text]) -> None:
        self.items: list[Item] = []
        self._blank = blank
        self._written = False

    def space(self) -> None:
        """Writes the space unless it is there."""
        if not self._written:
            self.items += self._blank
            self._written = True

    def point(self, point: Point) -> None:
        """Writes tags; what had white space on both sides gets it again."""
        apart = point.left and point.right and bool(self._blank)
        if apart:
            self.space()
        self.items += point.tags
        if apart:
            self.items.append(Text(" "))


def _slot(states: Sequence[Path], point: Point) -> int:
    """Where the tags around are most like those in the source."""

    def unlike(k: int) -> tuple[int, int]:
        common = len(shared(states[k], point.path))
        return len(states[k]) + len(point.path) - 2 * common, -k if point.left else k

    return min(range(len(states)), key=unlike)


def _flat(slot: Sequence[Point]) -> list[Tag]:
    return [tag for point in slot for tag in point.tags]
