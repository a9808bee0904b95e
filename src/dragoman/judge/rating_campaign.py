"""A campaign in which translations are rated one by one, in their documents: the next item, and what is said of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from dragoman.common.errors import ConfigError
from dragoman.judge.campaign import check_name
from dragoman.judge.rated_item import RatedItem, order_for
from dragoman.judge.rating import CATEGORIES, Protocol, SegmentRating, fault_of
from dragoman.judge.rating_journal import ItemRating, RatingHeader, RatingJournal


class _Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What the page sends."""

    annotator: str
    item: int
    segments: tuple[SegmentRating, ...]
    seconds: float = 0.0


class RatingCampaign:
    """Asks, and records answers.

    Args:
        items: What is rated.
        protocol: How.
        journal: The file of answers; a campaign that was begun there is continued.
        seed: The seed of the annotators' orders.
    """

    page = "rating"

    def __init__(
        self, items: Sequence[RatedItem], protocol: Protocol, journal: Path, seed: int = 1
    ) -> None:
        if not items:
            raise ConfigError("there is nothing to rate")
        self.items, self.protocol, self.seed = tuple(items), protocol, seed
        texts = msgspec.json.encode([asdict(item) for item in items])
        systems = tuple(dict.fromkeys(item.system for item in items))
        header = RatingHeader(protocol, systems, seed, hashlib.sha256(texts).hexdigest())
        self.journal = RatingJournal.start(journal, header)

    def ask(self, annotator: str) -> dict[str, Any] | None:
        """Return the next item for this annotator, without the system's name; None when all are rated.

        Args:
            annotator: The name of who rates.
        """
        check_name(annotator)
        order = order_for(self.seed, annotator, len(self.items))
        left = [number for number in order if not self.journal.has(annotator, number)]
        if not left:
            return None
        return {
            "item": left[0],
            "protocol": self.protocol,
            "categories": CATEGORIES if self.protocol == "mqm" else (),
            "segments": [
                {
                    "source": one.source,
                    "target": one.target,
                    "reference": one.reference,
                    "spans": msgspec.to_builtins(one.spans),
                }
                for one in self.items[left[0]].segments
            ],
            "done": len(self.items) - len(left),
            "total": len(self.items),
        }

    def take(self, said: Mapping[str, Any]) -> str:
        """Record what an annotator said, and return the annotator's name.

        Args:
            said: What the page sent.
        """
        try:
            answer = msgspec.convert(said, _Answer)
        except msgspec.ValidationError as error:
            raise ConfigError(f"expected annotator, item and segments: {error}") from None
        check_name(answer.annotator)
        if not 0 <= answer.item < len(self.items):
            raise ConfigError("there is no such item in the campaign")
        item = self.items[answer.item]
        if len(answer.segments) != len(item.segments):
            raise ConfigError("expected a rating for every segment")
        for rating, segment in zip(answer.segments, item.segments, strict=True):
            fault = fault_of(rating, segment.target, self.protocol)
            if fault:
                raise ConfigError(fault)
        self.journal.add(
            ItemRating(
                answer.annotator,
                answer.item,
                item.document,
                item.system,
                tuple(one.name for one in item.segments),
                answer.segments,
                round(max(0.0, min(answer.seconds, 1e7)), 1),
                item.distorted,
            )
        )
        return answer.annotator
