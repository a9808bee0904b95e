"""The journal of a model: who added pairs to its text, who left some out, and who took that back.

It is kept in the model as ``changes.jsonl``, one change a line. Pairs are named by their number in the text, from 1,
and recorded as the rules see them, so that what was left out can be put back.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from dragoman.common.errors import ConfigError, ModelError
from dragoman.grammar import GrowingRules
from dragoman.grammar.text_pair import NO_PAIR, TextPair
from dragoman.io.artifact import Artifact

CHANGES = "changes.jsonl"
LONGEST_NAME = 100

Kind = Literal["added", "left out", "taken back"]


@dataclass(frozen=True)
class ChangedPair:
    """A pair of the text, and its number there."""

    line: int
    source: tuple[str, ...]
    target: tuple[str, ...]
    links: str


@dataclass(frozen=True)
class Change:
    """A line of the journal."""

    number: int
    """Counted from 1."""
    when: str
    """In UTC, as ISO 8601 has it."""
    who: str
    what: Kind
    pairs: tuple[ChangedPair, ...] = ()
    undoes: int | None = None
    """The number of the change that this one takes back."""
    raw: tuple[tuple[str, str], ...] = ()
    """Added pairs as they were given, which ``added.tsv`` has."""

    def __str__(self) -> str:
        who = f" by {self.who}" if self.who else ""
        head = f"{self.number}  {self.when}  {self.what}{who}"
        if self.undoes is not None:
            return f"{head}: change {self.undoes}"
        shown = (f"  {p.line}: {' '.join(p.source)} = {' '.join(p.target)}" for p in self.pairs)
        return "\n".join([head, *shown])


class Journal:
    """All changes, the oldest first.

    Args:
        changes: The changes.
    """

    def __init__(self, changes: Iterable[Change] = ()) -> None:
        self.changes = tuple(changes)

    def __repr__(self) -> str:
        count = len(self.changes)
        return f"Journal({count} change{'s' * (count != 1)})"

    @classmethod
    def parse(cls, text: str, name: str) -> Journal:
        """Read the lines of a journal.

        Args:
            text: The lines.
            name: What messages call it.
        """
        try:
            found = [
                msgspec.json.decode(line, type=Change) for line in text.split("\n") if line.strip()
            ]
        except (msgspec.DecodeError, RecursionError, ValueError):
            raise ModelError(f"{name}: expected a journal of changes") from None
        if [one.number for one in found] != list(range(1, len(found) + 1)):
            raise ModelError(f"{name}: expected changes that are numbered from 1")
        return cls(found)

    def text(self) -> str:
        """Return the lines."""
        return "".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in self.changes)

    def with_change(self, who: str, what: Kind, **facts: Any) -> Journal:
        """Return the journal with one more change.

        Args:
            who: The name of who changed something, or nothing.
            what: What was done.
            **facts: The other fields of the change.
        """
        if len(who) > LONGEST_NAME or not who.isprintable():
            raise ConfigError(
                f"a name has at most {LONGEST_NAME} characters, all of them printable"
            )
        change = Change(len(self.changes) + 1, _now(), who, what, **facts)
        return Journal([*self.changes, change])

    def last(self) -> Change:
        """Return the last change that can be taken back."""
        undone = {one.undoes for one in self.changes}
        for one in reversed(self.changes):
            if one.what != "taken back" and one.number not in undone:
                return one
        raise ConfigError("there is no change to take back")

    def left_out(self) -> list[ChangedPair]:
        """Return the pairs that are left out now."""
        undone = {one.undoes for one in self.changes}
        return [
            pair
            for one in self.changes
            if one.what == "left out" and one.number not in undone
            for pair in one.pairs
        ]


def _now() -> str:
    """Return the time, or the one that SOURCE_DATE_EPOCH gives to all that is made reproducibly."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(given) if given.isdecimal() else None
    now = datetime.now(UTC) if seconds is None else datetime.fromtimestamp(seconds, UTC)
    return now.isoformat(timespec="seconds")


def read_journal(artifact: Artifact) -> Journal:
    """Return the journal of a model.

    Args:
        artifact: The model's artifact.
    """
    if CHANGES not in artifact.manifest["files"]:
        return Journal()
    return Journal.parse(artifact.text(CHANGES), str(artifact.path / CHANGES))


def pair_at(rules: GrowingRules, line: int) -> ChangedPair:
    """Return a pair of a text.

    Args:
        rules: The rules with the text.
        line: The number of the pair, from 1.
    """
    number = line - 1
    for part in rules.indexed() if number >= 0 else ():
        if number < len(part):
            pair = part.pair(number)
            if not pair.source:
                raise ConfigError(f"pair {line} is left out already")
            return ChangedPair(line, pair.source, pair.target, pair.links)
        number -= len(part)
    raise ConfigError(f"expected numbers of pairs from 1 to {len(rules)}, got {line}")


def without(rules: GrowingRules, pairs: Sequence[ChangedPair], threads: int = 1) -> GrowingRules:
    """Return the rules of the text without some pairs.

    Args:
        rules: The rules with the text.
        pairs: The pairs.
        threads: How many threads work; the result does not depend on it.
    """
    return rules.replaced({pair.line - 1: NO_PAIR for pair in pairs}, threads)


def with_again(rules: GrowingRules, pairs: Sequence[ChangedPair], threads: int = 1) -> GrowingRules:
    """Return the rules of the text with pairs that were left out.

    Args:
        rules: The rules with the text.
        pairs: The pairs.
        threads: How many threads work; the result does not depend on it.
    """
    back = {pair.line - 1: TextPair(pair.source, pair.target, pair.links) for pair in pairs}
    return rules.replaced(back, threads)


def places_of(rules: GrowingRules, pairs: Iterable[ChangedPair]) -> list[int]:
    """Return the numbers of pairs of another text that have the same words: one for each that it has.

    Args:
        rules: The rules with the other text.
        pairs: Pairs of the first text.
    """
    found: set[int] = set()
    for pair in pairs:
        before = 0
        for part in rules.indexed():
            own = (before + n + 1 for n in part.lines_of(pair.source, pair.target))
            line = next((line for line in own if line not in found), None)
            if line is not None:
                found.add(line)
                break
            before += len(part)
    return sorted(found)
