"""How the search for a sentence ended; the core has the same struct (``core/search/shared/decoding.hpp``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict


class OutcomeData(TypedDict):
    """An outcome as plain data."""

    degraded: bool
    work: int
    unreachable: bool
    reached: list[int]
    reference: int | None
    relaxed: bool
    fallback: bool


@dataclass(frozen=True)
class Outcome:
    """How the search for a sentence ended."""

    degraded: bool = False
    """The search was cut short by the bounds on its size, or done in pieces: the sentence is long or very ambiguous."""
    work: int = 0
    """Steps that the search looked at. Unlike time it does not depend on the machine."""
    unreachable: bool = False
    """No translation satisfies the demands (in forced decoding: the reference)."""
    reached: tuple[int, int] = (0, 0)
    """How far forced decoding came if the reference is unreachable: words of the source with a translation with which
    the reference begins, and the length of that beginning. The chart decoder tells the longest beginning of the source,
    the phrase decoder the longest beginning of the reference."""
    reference: int | None = None
    """Which of ``Input.references`` it is, counted from 0; None if there are not several, or none was reached."""
    relaxed: bool = False
    """The demands could not be satisfied by the rules alone: no translation was cohesive and the constraint was lifted,
    or the reference was reached with additions (``step.kind`` of the derivation's steps says which)."""
    fallback: bool = False
    """The decoder could not translate the sentence, so the phrase decoder did."""

    def as_dict(self) -> OutcomeData:
        """Return it as plain data."""
        return {
            "degraded": self.degraded,
            "work": self.work,
            "unreachable": self.unreachable,
            "reached": list(self.reached),
            "reference": self.reference,
            "relaxed": self.relaxed,
            "fallback": self.fallback,
        }


FOUND = Outcome()
"""Nothing out of the ordinary."""
