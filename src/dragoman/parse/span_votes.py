"""Several parsers vote on the constituents of a sentence (Henderson & Brill 1999, constituent voting).

A constituent is elected if more than half of the parsers have it. Two that are elected stand together in the tree of
at least one parser, so they never cross: what is elected is a tree. Parsers that read from the left and from the right
make other errors than each other, so that most of them are outvoted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from dragoman.parse.span_actions import Labels, Span, Spans

MOST_NESTED = 60
"""Spans inside each other, as in the tree of one parser (``core/parse/span_system.hpp``)."""


def elect(ballots: Sequence[Spans]) -> Spans:
    """The labels that more than half of the parsers have given to a span."""
    first = ballots[0]
    if all(ballot == first for ballot in ballots):
        return first
    half = len(ballots) // 2
    found: dict[Span, list[Labels]] = defaultdict(list)
    for ballot in ballots:
        for span, labels in ballot.items():
            found[span].append(labels)
    elected = {
        span: labels
        for span, votes in found.items()
        if len(votes) > half and (labels := _agreed(votes, half))
    }
    return elected if nesting(elected) <= MOST_NESTED else first


def _agreed(votes: list[Labels], half: int) -> Labels:
    """The labels that more than half have, from the top down, in the order of the first who has them."""
    if votes.count(votes[0]) > half:
        return votes[0]
    counts = Counter(label for labels in votes for label in _numbered(labels))
    order = dict.fromkeys(label for labels in votes for label in _numbered(labels))
    return tuple(label for label, number in order if counts[label, number] > half)


def _numbered(labels: Labels) -> list[tuple[str, int]]:
    """Each label and how many of its kind stand above it, since a label may occur twice over the same words."""
    return [(label, labels[:place].count(label)) for place, label in enumerate(labels)]


def nesting(spans: Spans) -> int:
    """How many spans lie inside each other at the most."""
    deepest = 0
    ends: list[int] = []
    for begin, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        while ends and ends[-1] <= begin:
            ends.pop()
        ends.append(end)
        deepest = max(deepest, len(ends))
    return deepest
