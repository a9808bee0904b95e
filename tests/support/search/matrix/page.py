"""The page docs/matrix.md: what every decoder can do.

``python -m support.search.matrix.page > ../docs/matrix.md`` (in ``tests``) writes it; a test fails when the
page differs.
"""

from __future__ import annotations

from support.search.matrix.cells import ROWS, Row, Senseless
from support.search.matrix.columns import COLUMNS

HEAD = """\
# What every decoder can do

Every *yes* is run by a test of the conformance suite (`tests/search/test_matrix.py`), and so is every number: there the
decoder refuses what is asked, or does without it. The numbers lead to the reasons below; *-* makes no sense. This page
is made from the declaration in `tests/support/search/matrix/cells.py`:
`python -m support.search.matrix.page > ../docs/matrix.md` in the folder `tests`.
"""


def page() -> str:
    """The whole page."""
    reasons: dict[str, int] = {}
    titles = [column.title for column in COLUMNS.values()]
    lines = [HEAD, "| | " + " | ".join(titles) + " |", "| --- |" + " --- |" * len(titles)]
    for row in ROWS:
        cells = " | ".join(_cell(row, name, reasons) for name in COLUMNS)
        lines.append(f"| [{row.title}]({row.page}) | {cells} |")
    lines += ["", "## Why not", *(f"{n}. {_sentence(reason)}" for reason, n in reasons.items())]
    senseless = [
        f"- {row.title}: {no.reason}."
        for row in ROWS
        for no in row.no.values()
        if isinstance(no, Senseless)
    ]
    return "\n".join([*lines, "", "What makes no sense:", "", *dict.fromkeys(senseless), ""])


def _cell(row: Row, column: str, reasons: dict[str, int]) -> str:
    no = row.no.get(column)
    if no is None:
        return "yes"
    if isinstance(no, Senseless):
        return "-"
    return str(reasons.setdefault(no.reason, len(reasons) + 1))


def _sentence(reason: str) -> str:
    return reason[0].upper() + reason[1:] + "."


if __name__ == "__main__":
    print(page(), end="")
