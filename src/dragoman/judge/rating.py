"""What annotators say of translations one by one: marked errors, and a score.

- ``da``: a score from 0 to 100 for each segment (Graham et al. 2013).
- ``esa``: errors are marked first, minor or major, and then the score is given (Kocmi et al. 2024).
- ``mqm``: errors are marked with a category, and the score follows from them: a major one costs 5, a minor one 1
  (Freitag et al. 2021).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Protocol = Literal["esa", "mqm", "da"]
Severity = Literal["minor", "major"]
COSTS: dict[str, float] = {"minor": 1.0, "major": 5.0}
CATEGORIES = (
    "mistranslation",
    "omission",
    "addition",
    "untranslated",
    "terminology",
    "grammar",
    "spelling or punctuation",
    "style",
    "other",
)
"""Of errors, with the protocol ``mqm``."""

Place = Annotated[int, Meta(ge=0, le=1 << 20)]


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An error: characters of the translation. The one character after the end stands for something missing."""

    begin: Place
    end: Place
    severity: Severity
    category: str = ""


class SegmentRating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an annotator said of one segment."""

    score: Annotated[int, Meta(ge=0, le=100)] | None = None
    spans: tuple[Span, ...] = ()

    def value(self, protocol: Protocol) -> float | None:
        """Return the score, or what follows from the errors; higher is better.

        Args:
            protocol: How it was judged.
        """
        if protocol != "mqm":
            return self.score
        return -sum(COSTS[span.severity] for span in self.spans)


def fault_of(rating: SegmentRating, target: str, protocol: Protocol) -> str:
    """Return what is wrong with a rating of a translation, or an empty string.

    Args:
        rating: The rating.
        target: The translation.
        protocol: How it is to be judged.
    """
    if (rating.score is None) != (protocol == "mqm"):
        return "expected a score for every segment, except with mqm"
    if protocol == "da" and rating.spans:
        return "errors are not marked with da"
    end = 0
    for span in sorted(rating.spans, key=lambda one: one.begin):
        if not end <= span.begin < span.end <= len(target) + 1:
            return "expected errors inside of the translation that do not overlap"
        if span.category not in (CATEGORIES if protocol == "mqm" else ("",)):
            return "expected a category of the error with mqm, and none otherwise"
        end = span.end
    return ""
