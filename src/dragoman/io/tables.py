"""Reads models that are tables: lines of cells, separated by tabs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from dragoman.common.errors import FormatError
from dragoman.io.files import display_name, read_lines


def read_cells(
    path: str | os.PathLike[str], expected: str, sound: Callable[[list[str]], bool]
) -> Iterator[list[str]]:
    """Yield the cells of each line; one that is not sound is a FormatError that says what was expected."""
    for number, line in enumerate(read_lines(path), 1):
        cells = line.split("\t")
        if not sound(cells):
            raise FormatError(f"expected {expected}, separated by tabs", display_name(path), number)
        yield cells


def is_count(cell: str) -> bool:
    """Whether a cell has a whole number that is not negative."""
    return cell.isascii() and cell.isdigit()


def count_of(cell: str) -> int:
    """Return the number of such a cell; longer ones than any text could yield are cut."""
    return int(cell[:18])
