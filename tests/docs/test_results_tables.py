"""The tables of docs/results are those that the files of figures hold, and what is wrong in a page is said."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from dragoman.docs.results_tables import BEGIN, END, FIGURES, filled
from dragoman.reproduce.result import Cell, Line, Made

RESULTS = Path(__file__).parents[2] / "docs" / "results"
PAGES = [page for page in sorted(RESULTS.glob("*.md")) if BEGIN in page.read_text("utf-8")]
PAGE = f"# A\n\n{BEGIN}some.json: parts -->\nold\n{END}\n\nafter\n"


def figures(folder: Path) -> None:
    lines = [Line("base", [Cell(20.0)]), Line("all", [Cell(21.5, 0.25, 1.5, {"bootstrap": 0.01})])]
    made = Made("parts", "each", "", "sample", "test", "", ["BLEU"], lines, notes=["word " * 40])
    data = {"command": "dragoman reproduce together", "version": "1", "seeds": [1, 2, 3]}
    (folder / "some.json").write_text(json.dumps({**data, "tables": [asdict(made)], "more": 1}))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_have_the_tables_of_their_figures(page: Path) -> None:
    text = page.read_text("utf-8")
    assert filled(text, RESULTS / FIGURES) == text


def test_every_file_of_figures_is_shown() -> None:
    shown = "".join(page.read_text("utf-8") for page in PAGES)
    assert PAGES
    for path in (RESULTS / FIGURES).iterdir():
        assert f"{BEGIN}{path.name}: " in shown


def test_a_page_is_filled_once(tmp_path: Path) -> None:
    figures(tmp_path)
    page = filled(PAGE, tmp_path)
    assert "| all | 21.50 ± 0.25 | +1.50 | 0.0100 |" in page and "seeds 1 to 3." in page
    assert "old" not in page and page.endswith(f"{END}\n\nafter\n")
    assert max(map(len, page.split("\n"))) <= 120
    assert filled(page, tmp_path) == page
    twice = filled(PAGE + PAGE.partition("\n\n")[2], tmp_path)
    assert twice.count("21.50") == 2 and twice.count("after") == 2


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (PAGE.replace("some", "none"), r"none\.json: expected figures of dragoman reproduce"),
        (PAGE.replace(": parts", ": party"), "there is no table 'party' \\(there are parts\\)"),
        (PAGE.replace(f"{END}\n", ""), "line 3: expected '<!-- figures FILE.json: TABLE -->', and"),
        (PAGE.replace("some.json:", "some"), "line 3: expected"),
    ],
)
def test_what_is_wrong_is_said(page: str, told: str, tmp_path: Path) -> None:
    figures(tmp_path)
    with pytest.raises(ConfigError, match=told):
        filled(page, tmp_path)
