"""The notebooks of the documentation show what their cells show."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dragoman.site.notebooks import page, read, run

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]


def plain(output: dict[str, Any]) -> tuple[str, str]:
    """What a cell shows: text as it stands, pictures without numbers, whose last digits compilers may round."""
    data = output.get("data", {})
    html = "".join(data.get("text/html", ()))
    text = "".join(output.get("text", data.get("text/plain", ())))
    return re.sub(r" at 0x\w+", "", text), re.sub(r"[\d.]+", "", html)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_its_cells_show_what_it_shows(path: Path) -> None:
    notebook = read(path)
    made = run(notebook)
    shown = [[plain(one) for one in cell.get("outputs", ())] for cell in notebook["cells"]]
    assert [[plain(one) for one in cell.get("outputs", ())] for cell in made["cells"]] == shown
    assert any("<svg" in html or "<table" in html for cell in shown for _, html in cell)


def test_there_are_three() -> None:
    assert NAMES == ["compare", "explain", "feature"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_its_page_has_every_cell(path: Path) -> None:
    notebook = read(path)
    text = page(notebook)
    for cell in notebook["cells"]:
        assert "".join(cell["source"]) in text
    assert text.count('<div class="output">') == text.count("\n</div>") or "</div>" in text
    assert "\n\n</" not in text


def test_what_fails_is_raised() -> None:
    cell = {"cell_type": "code", "source": ["print(1)\n", "1 / 0"], "metadata": {}}
    with pytest.raises(ZeroDivisionError):
        run({"cells": [cell]})


def test_the_last_line_is_shown_and_names_stay() -> None:
    sources = ["x = 2\nprint('hello')\nx + 1", "x * 10", "y = 1"]
    cells = [{"cell_type": "code", "source": [text], "metadata": {}} for text in sources]
    shown = [cell["outputs"] for cell in run({"cells": cells})["cells"]]
    assert [one["output_type"] for one in shown[0]] == ["stream", "execute_result"]
    assert shown[0][1]["data"] == {"text/plain": ["3"]}
    assert shown[1][0]["data"] == {"text/plain": ["20"]}
    assert shown[2] == []
