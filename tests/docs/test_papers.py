"""Every equation, algorithm, definition and table of the five papers stands on its page, which the first page links to.

So each is two clicks away: the page of the paper, and what its row leads to.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
NUMBERED = {
    "cherry2008": {"equation": 1, "algorithm": 1, "table": 5},
    "bach2009": {"algorithm": 5, "table": 2},
    "carreras2009": {"equation": 1, "definition": 4, "table": 2},
    "galley2010": {"equation": 1, "table": 2},
    "ture2012": {"equation": 4, "table": 4},
}
"""How many the papers have of each."""
ROW = re.compile(r"^\| (?!in the paper|---)([^|]*) \|[^|]*\| (.*) \|$", re.MULTILINE)
KINDS = re.compile(r"(equation|algorithm|definition|table)s? ((?:\d+(?:, | and | to )?)+)")


def rows(paper: str) -> list[tuple[str, str]]:
    """What the paper has, and where it is."""
    text = (ROOT / "docs" / "papers" / f"{paper}.md").read_text(encoding="utf-8")
    return ROW.findall(text)


def numbers(text: str) -> set[int]:
    """The numbers of "1", "2 and 3" and "1 to 4"."""
    first, _, last = text.partition(" to ")
    if last:
        return set(range(int(first), int(last.split()[0]) + 1))
    return {int(one) for one in re.findall(r"\d+", text)}


@pytest.mark.parametrize("paper", NUMBERED)
def test_its_page_has_everything_with_a_number(paper: str) -> None:
    found: dict[str, set[int]] = {}
    for what, _ in rows(paper):
        for kind, listed in KINDS.findall(what):
            found.setdefault(kind, set()).update(numbers(listed))
    assert found == {kind: set(range(1, most + 1)) for kind, most in NUMBERED[paper].items()}


@pytest.mark.parametrize("paper", NUMBERED)
def test_every_row_leads_somewhere(paper: str) -> None:
    """To a page, a file, a command, or a name that the pages of settings and features explain."""
    reference = "".join(
        (ROOT / "docs" / name).read_text(encoding="utf-8")
        for name in ("settings.md", "features.md")
    )
    for what, where in rows(paper):
        names = re.findall(r"`([^`]+)`", where)
        first = [re.split(r"[ =]", name)[0] for name in names]
        assert (
            "](" in where
            or where == "the same"
            or any(name.startswith("dragoman ") and name.split()[1] in COMMANDS for name in names)
            or any((ROOT / name).exists() or name in reference for name in first)
        ), f"{paper}: {what}: {where}"


def test_the_first_page_has_a_link_to_each() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [paper for paper in NUMBERED if f"](docs/papers/{paper}.md)" not in text] == []
    assert set(NUMBERED) == {path.stem for path in (ROOT / "docs" / "papers").glob("*.md")}


def test_numbers_are_read() -> None:
    assert [numbers(one) for one in ("1", "2 and 3", "1, 4 and 5", "1 to 4")] == [
        {1},
        {2, 3},
        {1, 4, 5},
        {1, 2, 3, 4},
    ]
