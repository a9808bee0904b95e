"""Tables: as plain text, with columns as wide as a terminal shows them, and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from unicodedata import east_asian_width


def display_width(text: str) -> int:
    """The columns of a terminal that a text takes: two for a Chinese, Japanese or Korean character."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def text_table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Columns padded to equal width: the first ``left`` of them to the left, the others to the right."""
    widths = [max(display_width(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for i, cell in enumerate(row):
            space = " " * (widths[i] - display_width(cell))
            cells.append(cell + space if i < left else space + cell)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def html_table(rows: Sequence[Sequence[str]]) -> str:
    """The first row is the header; all text is escaped."""
    lines = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        lines.append("".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row))
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"
