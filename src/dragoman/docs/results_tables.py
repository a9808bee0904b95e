"""Writes the tables of docs/results from the figures of ``dragoman reproduce``, so that nobody copies a figure.

``python -m dragoman.docs.results_tables`` fills every page of docs/results; a test fails when a page differs from what
it would write. A page says where a table goes:

    <!-- figures together.sample.json: parts -->
    <!-- end of figures -->

The file lies in docs/results/figures, and after the colon stands the name of a table, or of several with semicolons
between them. What stands between the two lines is replaced. ``NAME.json`` of ``dragoman reproduce`` is copied there
under a name that tells the text and what was run.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import fill

import msgspec
from msgspec import Struct

from dragoman.common.errors import ConfigError, DragomanError
from dragoman.io.files import open_output
from dragoman.reproduce.result import Made
from dragoman.reproduce.text import WIDTH, table_markdown

PAGES, FIGURES = Path("docs/results"), "figures"
BEGIN, END = "<!-- figures ", "<!-- end of figures -->"
PLACE = re.compile(
    rf"^{BEGIN}(?P<file>[\w.+-]+\.json): (?P<tables>.+) -->\n(?P<old>(?:(?!<!--).*\n)*?){END}$",
    re.MULTILINE,
)


class Figures(Struct):
    """What is read of a file of figures."""

    command: str
    version: str
    seeds: list[int]
    tables: list[Made]


def filled(text: str, folder: Path) -> str:
    """Return a page with its tables.

    Args:
        text: The page.
        folder: Where the files of figures are.
    """
    if len(PLACE.findall(text)) != text.count(BEGIN):
        line = next(n for n, one in enumerate(text.split("\n"), 1) if _is_wrong(one, n, text))
        raise ConfigError(
            f"line {line}: expected '{BEGIN}FILE.json: TABLE -->', and '{END}' on a line below"
        )
    return PLACE.sub(lambda place: _block(place, folder), text)


def _is_wrong(line: str, number: int, text: str) -> bool:
    starts = {text.count("\n", 0, place.start()) + 1 for place in PLACE.finditer(text)}
    return line.startswith(BEGIN) and number not in starts


def _block(place: re.Match[str], folder: Path) -> str:
    path = folder / place["file"]
    try:
        figures = msgspec.json.decode(path.read_bytes(), type=Figures)
    except (OSError, msgspec.DecodeError) as fault:
        raise ConfigError(f"{path}: expected figures of dragoman reproduce ({fault})") from None
    parts = []
    for name in place["tables"].split(";"):
        chosen = [made for made in figures.tables if made.table == name.strip()]
        if not chosen:
            known = ", ".join(dict.fromkeys(made.table for made in figures.tables))
            raise ConfigError(f"{path}: there is no table '{name.strip()}' (there are {known})")
        parts += [table_markdown(made) for made in chosen]
    first, *others = figures.seeds
    told = f"seeds {first} to {others[-1]}" if others else f"seed {first}"
    parts.append(fill(f"`{figures.command}`, Dragoman {figures.version}, {told}.", WIDTH))
    body = "\n\n".join(parts)
    return f"{BEGIN}{place['file']}: {place['tables']} -->\n\n{body}\n\n{END}"


def write_tables() -> list[Path]:
    """Fill the pages below the current folder, and return those that have changed."""
    changed = []
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        try:
            new = filled(text, PAGES / FIGURES)
        except ConfigError as error:
            raise ConfigError(f"{page}: {error}") from None
        if new != text:
            with open_output(page) as out:
                out.write(new)
            changed.append(page)
    return changed


if __name__ == "__main__":
    try:
        for written in write_tables():
            print(f"{written}: written")
    except DragomanError as fault:
        sys.exit(str(fault))
