"""The record of a campaign in which translations are rated one by one: a text file with one JSON object a line.

The first line says what is rated and how. Every other line is what an annotator said of one item; it is on disk before
it is acknowledged. A line says all that a report needs, so that the texts may be elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from dragoman.common.errors import ConfigError, FormatError
from dragoman.io import line_journal
from dragoman.judge.journal import is_begun
from dragoman.judge.rating import Protocol, SegmentRating

Seconds = Annotated[float, Meta(ge=0, le=1e7)]


class RatingHeader(msgspec.Struct, frozen=True):
    """What a campaign is about."""

    protocol: Protocol
    systems: tuple[str, ...]
    seed: int
    texts: str
    """A digest of all items."""


class ItemRating(msgspec.Struct, frozen=True):
    """What an annotator said of an item."""

    annotator: str
    item: int
    document: str
    system: str
    names: tuple[str, ...]
    """Those of the segments."""
    segments: tuple[SegmentRating, ...]
    seconds: Seconds = 0.0
    distorted: Annotated[int, Meta(ge=0)] | None = None
    """The place of the segment that was made wrong, if the item is there for attention."""


def has_ratings(path: Path) -> bool:
    """Return whether a journal is one of ratings, and not one of judgements of pairs.

    Args:
        path: The file.
    """
    lines = line_journal.read(path)
    return bool(lines) and lines[0].startswith(b'{"protocol"')


class RatingJournal:
    """The append-only record of a campaign.

    Args:
        path: The file.
        header: Its first line.
        ratings: What was said before.
    """

    def __init__(self, path: Path, header: RatingHeader, ratings: Sequence[ItemRating]) -> None:
        self.path, self.header = path, header
        self._ratings = {(one.annotator, one.item): one for one in ratings}

    @classmethod
    def start(cls, path: Path, header: RatingHeader) -> RatingJournal:
        """Return a new journal, or an old one of the same campaign to be continued.

        Args:
            path: The file, which need not be there.
            header: What the campaign is about.
        """
        line = msgspec.json.encode(header).decode()
        if not is_begun(path, line):
            line_journal.append(path, line)
            return cls(path, header, [])
        journal = cls.open(path)
        if journal.header != header:
            raise ConfigError(
                f"{path} records a campaign of other texts, systems or another protocol: name another journal"
            )
        return journal

    @classmethod
    def open(cls, path: Path) -> RatingJournal:
        """Return an existing journal, to be reported on.

        Args:
            path: The file.
        """
        lines = line_journal.read(path)
        try:
            header = msgspec.json.decode(lines[0] if lines else b"", type=RatingHeader)
        except (msgspec.DecodeError, RecursionError):
            raise FormatError("expected a journal of ratings", path, 1) from None
        found = []
        for number, line in enumerate(lines[1:], 2):
            try:
                rating = msgspec.json.decode(line, type=ItemRating)
            except (msgspec.DecodeError, RecursionError):
                raise FormatError("expected a rating", path, number) from None
            if len(rating.names) != len(rating.segments):
                raise FormatError("expected a rating for every segment", path, number)
            if rating.distorted is not None and rating.distorted >= len(rating.segments):
                raise FormatError(
                    "expected the segment made wrong among those that were rated", path, number
                )
            found.append(rating)
        return cls(path, header, found)

    @property
    def ratings(self) -> list[ItemRating]:
        """The last rating of each annotator for each item."""
        return list(self._ratings.values())

    def has(self, annotator: str, item: int) -> bool:
        """Return whether an annotator rated an item.

        Args:
            annotator: The name.
            item: The number of the item.
        """
        return (annotator, item) in self._ratings

    def add(self, rating: ItemRating) -> None:
        """Record a rating; a later one of the same annotator for the same item replaces it.

        Args:
            rating: Who said what of which item.
        """
        line_journal.append(self.path, msgspec.json.encode(rating).decode())
        self._ratings[rating.annotator, rating.item] = rating
