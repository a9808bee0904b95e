"""What the campaign has done so far: a line for every turn, in a file outside of the repository."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from campaign.parts import PARTS

HEAD = "<!-- campaign -->"
TAIL = "<!-- end of campaign -->"


@dataclass(frozen=True)
class Turn:
    """A turn that came to its end."""

    part: str
    number: int
    count: int
    findings: int
    seconds: float
    """Of the processor."""
    date: str
    version: str
    """The commit."""


def usual_place() -> Path:
    """Return where the journal is if nobody says otherwise."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "dragoman" / "campaign.jsonl"


def read(place: Path) -> list[Turn]:
    """Return all turns; a line that was cut short, by a full disk or a kill, is none.

    Args:
        place: The journal.
    """
    if not place.exists():
        return []
    lines = place.read_text(encoding="utf-8").split("\n")[:-1]
    return [Turn(**json.loads(line)) for line in lines]


def append(place: Path, turn: Turn) -> None:
    """Add a turn.

    Args:
        place: The journal.
        turn: The turn.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(turn)) + "\n")


def table(turns: Iterable[Turn]) -> str:
    """Return what was tried, part by part, as a table.

    Args:
        turns: All turns.
    """
    rows = [
        "| part | tried | findings | processor hours | last | commit |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    done = list(turns)
    for part in PARTS:
        own = [turn for turn in done if turn.part == part.name]
        if own:
            tried, wrong = sum(one.count for one in own), sum(one.findings for one in own)
            hours = sum(one.seconds for one in own) / 3600
            rows.append(
                f"| {part.name} | {tried:,} {part.unit} | {wrong} | {hours:.1f} | "
                f"{own[-1].date} | {own[-1].version} |"
            )
    return "\n".join(rows) + "\n"


def write_into(page: Path, turns: Iterable[Turn]) -> None:
    """Put the table into a page, between its marks.

    Args:
        page: A page that has the marks.
        turns: All turns.
    """
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(f"{HEAD}\n")
    after = rest.partition(TAIL)[2]
    page.write_text(f"{before}{HEAD}\n{table(turns)}{TAIL}{after}", encoding="utf-8")
