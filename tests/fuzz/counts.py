"""How many inputs every reader has had, over all sittings of a campaign.

A small file outside of the repository: ``$XDG_STATE_HOME/dragoman/fuzz.json`` (``~/.local/state`` if it is not set).
The number of inputs is also the number of the next one, so that a later sitting goes on where this one ended.
Sittings of different readers may run side by side: each adds to what the file holds then.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass
class Count:
    """What a reader has had."""

    inputs: int = 0
    findings: int = 0


def usual_place() -> Path:
    """Where counts are kept if nobody says otherwise."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "dragoman" / "fuzz.json"


class Counts:
    """The counts of all readers."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._counts: dict[str, Count] = {}
        self._read()

    def _read(self) -> None:
        if self.place.exists():
            found = json.loads(self.place.read_text(encoding="utf-8"))
            self._counts = {name: Count(**facts) for name, facts in found.items()}

    def __getitem__(self, name: str) -> Count:
        return self._counts.setdefault(name, Count())

    def add(self, name: str, inputs: int, findings: int) -> None:
        """Adds what a reader had just now, and keeps it."""
        with self._alone():
            self._read()
            count = self[name]
            count.inputs += inputs
            count.findings += findings
            facts = {name: asdict(count) for name, count in sorted(self._counts.items())}
            new = self.place.with_suffix(".new")
            new.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
            new.replace(self.place)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self.place.parent.mkdir(parents=True, exist_ok=True)
        with self.place.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def table(self) -> str:
        """A line for each reader."""
        width = max(map(len, self._counts), default=0)
        return "".join(
            f"{name:{width}} {count.inputs:>12,} inputs {count.findings:>5} findings\n"
            for name, count in sorted(self._counts.items())
        )
