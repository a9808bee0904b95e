"""Markdown has one line length, one style of headings, and fenced code that names its language or none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LONGEST = 120
HEADING = re.compile(r"(#+) \S(.*\S)?")
TABLE = re.compile(r"\s*\|")


def findings(text: str) -> list[str]:
    """Return what is wrong with a page, with line numbers from 1. Rows of tables may be of any length."""
    found, fence, level = [], False, 0
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST and not TABLE.match(line):
            found.append(f"{number}: {len(line)} characters, at most {LONGEST}")
        if line != line.rstrip():
            found.append(f"{number}: blanks at the end")
        if line.lstrip().startswith("```"):
            fence = not fence
        elif not fence and line.startswith("#"):
            match = HEADING.fullmatch(line)
            if match is None:
                found.append(f"{number}: a heading is '# Text'")
            elif len(match[1]) > level + 1 or (level and len(match[1]) == 1):
                found.append(f"{number}: a heading of level {len(match[1])} after level {level}")
            level = len(match[1]) if match else level
    if fence:
        found.append("a fence is not closed")
    if not text.endswith("\n") or text.endswith("\n\n"):
        found.append("one line break ends the page")
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_are_well_formed(page: Path) -> None:
    assert findings(page.read_text(encoding="utf-8")) == []


def test_what_is_wrong_is_found() -> None:
    assert findings("# A\n\n## B\n\n| " + "x" * 200 + "\n") == []
    for wrong in (
        "# A\n\n### B\n",
        "# A\n\n# B\n",
        "#A\n",
        "# A\n" + "x" * 121 + "\n",
        "a \n",
        "```\n",
        "a",
    ):
        assert len(findings(wrong)) == 1, wrong
