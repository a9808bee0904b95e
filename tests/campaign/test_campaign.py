"""The campaign: what turns are read to have done, which part comes next, and the table in the page."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from campaign.journal import HEAD, TAIL, Turn, append, read, table, write_into
from campaign.parts import PARTS, ROOT, Part, Tried, oracle_files
from campaign.run import PAGE, next_part, take

BY_NAME = {part.name: part for part in PARTS}


def turn(part: str, seconds: float = 60.0, count: int = 10, findings: int = 0) -> Turn:
    return Turn(part, 0, count, findings, seconds, "2026-01-02", "abc1234")


@pytest.mark.parametrize(
    ("part", "printed", "code", "expected"),
    [
        ("damaged inputs", "lm: 30 inputs, 0 findings, 99 inputs so far\n", 0, Tried(30, 0)),
        (
            "damaged inputs",
            "a: 30 inputs, 1 findings, 9 inputs so far\nb: 2 inputs, 2 findings, 9 so far\n",
            1,
            Tried(32, 3),
        ),
        ("full disks and kills", "train kill: 4 trials, 1 wrong\n", 1, Tried(4, 1)),
        ("full disks and kills", "no such target\n", 2, Tried(0, 1)),
        ("eight threads, race detector", "210 actions of 8 threads, no race\n", 0, Tried(210, 0)),
        ("eight threads, race detector", "WARNING: data race\n", 66, Tried(0, 1)),
        (
            "results against enumeration",
            "    - 150 passing, 0 failing, and 31 invalid test cases\n    - 9 passing, 1 failing\n",
            1,
            Tried(159, 1),
        ),
    ],
)
def test_what_was_printed_is_understood(
    part: str, printed: str, code: int, expected: Tried
) -> None:
    assert BY_NAME[part].read(printed, code) == expected


def test_the_part_that_is_behind_comes_next() -> None:
    first, second = Part("a", "x", 0.25, list, _none), Part("b", "x", 0.75, list, _none)
    parts = [first, second]
    assert next_part([], parts) is first
    assert next_part([turn("a", 10)], parts) is second
    assert next_part([turn("a", 10), turn("b", 29)], parts) is second
    assert next_part([turn("a", 10), turn("b", 31), turn("other", 999)], parts) is first


def _none(printed: str, code: int) -> Tried:
    return Tried(0, 0)


def test_a_turn_that_was_cut_short_is_none(tmp_path: Path) -> None:
    place = tmp_path / "state" / "journal"
    assert read(place) == []
    append(place, turn("a"))
    append(place, turn("b"))
    assert read(place) == [turn("a"), turn("b")]
    with place.open("a", encoding="utf-8") as out:
        out.write('{"part": "c"')
    assert read(place) == [turn("a"), turn("b")]


def test_the_page_has_what_was_counted(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A\n\n{HEAD}\nold\n{TAIL}\n\nrest\n", encoding="utf-8")
    name = PARTS[0].name
    turns = [turn(name, 3600, 1000), turn(name, 1800, 234, 1)]
    write_into(page, turns)
    text = page.read_text(encoding="utf-8")
    assert f"| {name} | 1,234 inputs | 1 | 1.5 | 2026-01-02 | abc1234 |" in text
    assert text.startswith("# A\n") and text.endswith("\n\nrest\n") and "old" not in text
    write_into(page, turns)
    assert page.read_text(encoding="utf-8") == text
    assert table([]).count("\n") == 2


def test_a_turn_says_what_it_did_and_what_it_cost() -> None:
    script = "print('x: 3 trials, 1 wrong'); sum(range(10**7)); raise SystemExit(1)"
    part = Part("p", "trials", 1.0, lambda turn: [sys.executable, "-c", script], PARTS[3].read)
    done, printed = take(part, 4)
    assert (done.count, done.findings, done.number) == (3, 1, 4)
    assert done.seconds > 0 and "3 trials" in printed


def test_parts_are_commands_that_there_are() -> None:
    assert sum(part.share for part in PARTS) == pytest.approx(1)
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for part in PARTS:
        command = part.command(7)
        assert command[0] != "make" or f"\n{command[1]}:" in targets
    assert len(oracle_files()) > 30
    assert f"{HEAD}\n" in PAGE.read_text(encoding="utf-8")
