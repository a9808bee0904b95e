"""Dividing the items of a paragraph among its sentences.

Tags that surround whole sentences stay outside of them. A pair of tags that begins inside one sentence and ends in
another is written once in each if it may be split; otherwise the sentences become one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from dragoman.documents.inline import CLOSE, OPEN, Item, Tag, Text

Span = tuple[int, int]
Items = list[Item]


def divide(items: Sequence[Item], spans: Sequence[Span]) -> list[tuple[Items, Items]]:
    """(what stands before it, sentence) for every sentence, and (what stands after the last one, nothing).

    The pairs of tags in ``items`` must be complete and nested.
    """
    if not any(isinstance(item, Tag) for item in items):
        gaps, sentences = _cut(items, spans)
        return list(zip(gaps, [*sentences, []], strict=True))
    spans = _united(spans, _pairs(items, spans))
    gaps, sentences = _cut(items, spans)
    _split_pairs(gaps, sentences, _pairs(items, spans))
    for i, sentence in enumerate(sentences):
        own = {tag.pair for tag in sentence if isinstance(tag, Tag) and tag.side != "alone"}
        before, after = gaps[i], gaps[i + 1]
        first = next((k for k, item in enumerate(before) if _is(item, OPEN, own)), len(before))
        last = max((k + 1 for k, item in enumerate(after) if _is(item, CLOSE, own)), default=0)
        sentences[i] = [*before[first:], *sentence, *after[:last]]
        gaps[i], gaps[i + 1] = before[:first], after[last:]
    return list(zip(gaps, [*sentences, []], strict=True))


def _is(item: Item, side: str, pairs: set[int]) -> bool:
    return isinstance(item, Tag) and item.side == side and item.pair in pairs


@dataclass(slots=True)
class _Pair:
    """A pair of tags and the sentences that it touches."""

    begin: int
    end: int
    split: bool
    first: int = 0
    last: int = -1
    """The sentences from ``first`` to ``last`` have characters inside the pair."""
    clean: bool = True
    """It surrounds whole sentences, or is inside of one."""


def _pairs(items: Sequence[Item], spans: Sequence[Span]) -> dict[int, _Pair]:
    """The pairs in the order in which they open."""
    pairs: dict[int, _Pair] = {}
    offset = 0
    for item in items:
        if isinstance(item, Text):
            offset += len(item.text)
        elif item.side == OPEN:
            pairs[item.pair] = _Pair(offset, offset, item.split)
        elif item.side == CLOSE:
            pairs[item.pair].end = offset
    starts = [begin for begin, _ in spans]
    ends = [end for _, end in spans]
    for pair in pairs.values():
        pair.first = bisect_right(ends, pair.begin)
        pair.last = bisect_left(starts, pair.end) - 1
        if pair.first < pair.last:
            pair.clean = pair.begin <= starts[pair.first] and pair.end >= ends[pair.last]
    return pairs


def _united(spans: Sequence[Span], pairs: dict[int, _Pair]) -> list[Span]:
    """The sentences. Two of them become one if a pair of tags reaches from one to the other and may not be split.

    A pair inside a pair that is closed between the sentences counts as well.
    """
    changes = [0] * (len(spans) + 1)
    torn = -1
    for pair in pairs.values():
        if not pair.clean or pair.end <= torn:
            torn = max(torn, pair.end)
            if not pair.split and pair.first < pair.last:
                changes[pair.first + 1] += 1
                changes[pair.last + 1] -= 1
    united: list[Span] = []
    for span, joined in zip(spans, accumulate(changes), strict=False):
        if joined:
            united[-1] = (united[-1][0], span[1])
        else:
            united.append(span)
    return united


def _cut(items: Sequence[Item], spans: Sequence[Span]) -> tuple[list[Items], list[Items]]:
    """What is between the sentences and what is in them. Tags at the border of a sentence are between sentences."""
    borders = [border for span in spans for border in span]
    lists: list[Items] = [[] for _ in range(len(borders) + 1)]
    offset = 0
    for item in items:
        if isinstance(item, Tag):
            place = bisect_left(borders, offset)
            inside = place % 2 == 1 and borders[place] != offset
            lists[place if inside else place + place % 2].append(item)
            continue
        for text in _pieces(item, offset, borders):
            lists[bisect_right(borders, offset)].append(text)
            offset += len(text.text)
    return lists[::2], lists[1::2]


def _pieces(item: Text, offset: int, borders: Sequence[int]) -> list[Text]:
    """A text cut at the borders inside of it."""
    end = offset + len(item.text)
    cuts = borders[bisect_right(borders, offset) : bisect_left(borders, end)]
    if not cuts or item.raw is not None:
        return [item] if item.text else []
    places = [0, *(cut - offset for cut in cuts), len(item.text)]
    return [
        replace(item, text=item.text[begin:stop])
        for begin, stop in pairwise(places)
        if begin < stop
    ]


def _split_pairs(gaps: list[Items], sentences: list[Items], pairs: dict[int, _Pair]) -> None:
    """Closes pairs that cross a border between sentences, with all pairs inside them, and opens them again."""
    opened: list[Tag] = []
    closing = {
        tag.pair: tag
        for part in (*gaps, *sentences)
        for tag in part
        if isinstance(tag, Tag) and tag.side == CLOSE
    }
    for i, gap in enumerate(gaps):
        _follow(gap, opened)
        if 0 < i < len(sentences):
            here = {tag.pair for tag in gap if isinstance(tag, Tag) and tag.side == OPEN}
            crossing = [tag for tag in opened if tag.pair not in here]
            torn = next((k for k, tag in enumerate(crossing) if not pairs[tag.pair].clean), None)
            if torn is not None:
                later = {tag.pair for tag in opened} & here
                first = max(
                    (k + 1 for k, x in enumerate(gap) if _closes_earlier(x, here)), default=0
                )
                last = next((k for k, x in enumerate(gap) if _is(x, OPEN, later)), len(gap))
                closings = [closing[tag.pair] for tag in reversed(crossing[torn:])]
                gap[:] = [*gap[:first], *closings, *gap[first:last], *crossing[torn:], *gap[last:]]
        if i < len(sentences):
            _follow(sentences[i], opened)


def _closes_earlier(item: Item, here: set[int]) -> bool:
    """Whether a tag closes what was not opened in the same gap."""
    return isinstance(item, Tag) and item.side == CLOSE and item.pair not in here


def _follow(items: Items, opened: list[Tag]) -> None:
    """Keeps track of what is open."""
    for item in items:
        if isinstance(item, Tag) and item.side == OPEN:
            opened.append(item)
        elif isinstance(item, Tag) and item.side == CLOSE:
            opened.pop()
