"""Links between the pages of the documentation lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The names that headings have as link targets, made as GitHub makes them."""
    headings = re.findall(
        r"^#+ (.*)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE
    )
    return {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for name, anchor in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), f"{page.name} links to {name}, which is not there"
        if anchor:
            assert anchor in anchors(target), f"{page.name}: no heading for #{anchor} in {name}"
