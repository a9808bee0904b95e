"""Kinds of pages are kept apart: how to do something, how it works, what there is, and what was measured.

Where a page stands in the navigation says of which kind it is.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dragoman.site.sources import NAV
from support.docs.commands import command_lines

DOCS = Path(__file__).parents[2] / "docs"
TASKS = [name for name in ("tutorial.md", "installing.md", *NAV["How to"]) if name != "index.md"]
EXPLANATIONS = list(NAV["How it works"])
FIGURE = re.compile(
    r"\d\d\.\d+ (?:BLEU|chrF|TER)|BLEU (?:of |is |was |from |by )?\d\d|\d (?:BLEU|seconds? of processor|processor"
    r" seconds)|\d s of processor|p = 0\.\d"
)
"""What a measurement looks like."""


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXPLANATIONS)
def test_explanations_have_no_commands(name: str) -> None:
    assert command_lines(text_of(name)) == []


@pytest.mark.parametrize("name", TASKS)
def test_pages_of_tasks_show_how_it_is_done(name: str) -> None:
    """With a command, settings or Python."""
    text = text_of(name)
    assert command_lines(text) or re.search(r"^```(toml|python)", text, re.MULTILINE)


@pytest.mark.parametrize("name", [*TASKS, *EXPLANATIONS])
def test_what_was_measured_stands_among_the_results(name: str) -> None:
    assert [line for line in text_of(name).splitlines() if FIGURE.search(line)] == []


def test_figures_are_recognised() -> None:
    for one in (
        "gives 26.11 BLEU",
        "BLEU 26.1 with",
        "0.7 BLEU better",
        "15 seconds of processor time",
        "(p = 0.02)",
    ):
        assert FIGURE.search(one), one
    results = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "results").glob("*.md"))
    assert len(FIGURE.findall(results)) > 50
