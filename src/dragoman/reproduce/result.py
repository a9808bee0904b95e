"""A table that was made: lines of cells, each with the paper's figure beside it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cell:
    """A figure, its difference to the row that it is compared with, and what the paper has in its place."""

    value: float | None = None
    deviation: float = 0.0
    """Over the runs."""
    change: float | None = None
    p: dict[str, float] = field(default_factory=dict)
    """By test of significance."""
    published: float | str = ""
    published_change: float | None = None


@dataclass(frozen=True)
class Line:
    """A row, or a figure of the text."""

    name: str
    cells: list[Cell]
    number: str = ""
    about: str = ""
    against: str = ""
    """The row that it is compared with."""


@dataclass(frozen=True)
class Made:
    """A table of a paper on one of our sets."""

    table: str
    title: str
    where: str
    corpus: str
    set: str
    published_set: str
    """What the paper calls the set whose figures stand beside ours."""
    columns: list[str]
    lines: list[Line]
    digits: int = 2
    unit: str = ""
    better: int = 1
    """-1 where less is better."""
    notes: list[str] = field(default_factory=list)
    picture: str = ""
    """A picture of its own, as SVG."""

    def published_in(self, column: int) -> bool:
        """Return whether the paper has figures in a column.

        Args:
            column: The number of the column.
        """
        return any(line.cells[column].published != "" for line in self.lines)

    def shown(self, value: float | str | None, signed: bool = False) -> str:
        """Return a figure of this table as text.

        Args:
            value: The figure.
            signed: Whether it is a difference.
        """
        if value is None or isinstance(value, str):
            return value or ""
        return f"{value:{'+' if signed else ''},.{self.digits}f}{'' if signed else self.unit}"
