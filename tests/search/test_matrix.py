"""Every cell of the matrix: what is declared there is so (``search/matrix/cells.py``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.common.errors import ConfigError
from support.search.matrix.cells import ROWS, Row, Senseless, Silent
from support.search.matrix.columns import COLUMNS
from support.search.matrix.page import page

DOCS = Path(__file__).parents[2] / "docs"
CELLS = [
    pytest.param(row, name, id=f"{name}-{row.title}")
    for row in ROWS
    for name in COLUMNS
    if row.check is not None and not isinstance(row.no.get(name), Senseless)
]


@pytest.mark.parametrize(("row", "name"), CELLS)
def test_cell(row: Row, name: str, tmp_path: Path) -> None:
    assert row.check is not None
    missing = row.no.get(name)
    for searched in COLUMNS[name].searched(tmp_path):
        if missing is None:
            row.check(searched)
            continue
        with pytest.raises(AssertionError if isinstance(missing, Silent) else ConfigError):
            row.check(searched)


def test_every_reason_is_for_a_column() -> None:
    for row in ROWS:
        assert set(row.no) <= set(COLUMNS)
        assert row.check is not None or set(row.no) == set(COLUMNS)


def test_the_page_of_the_documentation_is_made_from_it() -> None:
    assert (DOCS / "matrix.md").read_text(encoding="utf-8") == page(), (
        "cd tests && python -m support.search.matrix.page > ../docs/matrix.md"
    )
