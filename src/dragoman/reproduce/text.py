"""A paper's tables beside ours, as plain text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from dragoman.draw.tables import text_table
from dragoman.evaluate.tables import format_p
from dragoman.reproduce.result import Line, Made

WIDTH = 120
"""Of text in Markdown."""


def table_text(made: Made) -> str:
    """Return a table with its title and notes.

    Args:
        made: The table.
    """
    parts = [title_of(made)]
    parts += [text_table(rows) for rows in grids(made)]
    return "\n\n".join([*parts, "\n".join(made.notes)] if made.notes else parts)


def table_markdown(made: Made) -> str:
    """Return the same as Markdown, for a page of results.

    Args:
        made: The table.
    """
    parts = [fill(f"**{title_of(made)}**", WIDTH)]
    for head, *rows in grids(made):
        rule = ["---"] * len(head)
        lines = (f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))
        parts.append("\n".join(lines))
    return "\n\n".join([*parts, *(fill(note, WIDTH) for note in made.notes)])


def title_of(made: Made) -> str:
    """Return the name of a table, and of the text that it was made on.

    Args:
        made: The table.
    """
    where = f" ({made.where})" if made.where else ""
    return (
        f"{made.table[:1].upper()}{made.table[1:]}{where}: {made.title}; {made.corpus}, {made.set}"
    )


def grids(made: Made) -> Iterator[list[list[str]]]:
    """Yield a grid of texts for every column of a table; columns without comparisons share one.

    Args:
        made: The table.
    """
    plain = [n for n in range(len(made.columns)) if not _compared(made, n)]
    if plain:
        yield _facts(made, plain)
    for column in range(len(made.columns)):
        if column not in plain:
            yield _comparison(made, column)


def _compared(made: Made, column: int) -> bool:
    return any(line.cells[column].change is not None for line in made.lines)


def _facts(made: Made, columns: list[int]) -> list[list[str]]:
    if len(columns) > 4:  # as lines
        rows = [[""]]
        rows += [[made.columns[column]] for column in columns]
        for line in made.lines:
            its = [line.cells[column] for column in columns]
            for name, values in (
                (line.name, [cell.value for cell in its]),
                (f"{line.name}, paper", [cell.published for cell in its]),
            ):
                if any(value != "" for value in values):
                    for row, text in zip(rows, [name, *map(made.shown, values)], strict=True):
                        row.append(text)
        return rows
    told = {column: made.published_in(column) for column in columns}
    head = ["row"]
    for column in columns:
        head += [made.columns[column] or "here", *(["paper"] if told[column] else ())]
    rows = [head]
    for line in made.lines:
        row = [_name(line)]
        for column in columns:
            cell = line.cells[column]
            row += [made.shown(cell.value), *([made.shown(cell.published)] if told[column] else ())]
        rows.append(row)
    return rows


def _comparison(made: Made, column: int) -> list[list[str]]:
    tests = list(dict.fromkeys(test for line in made.lines for test in line.cells[column].p))
    paper = f"paper, {made.published_set}" if made.published_set else "paper"
    told = [paper, "change"] if made.published_in(column) else []
    rows = [[made.columns[column], "here", "change", *(f"p ({t})" for t in tests), *told]]
    for line in made.lines:
        cell = line.cells[column]
        value = made.shown(cell.value)
        if cell.deviation:
            value += f" ± {cell.deviation:.{made.digits}f}"
        row = [_name(line), value, made.shown(cell.change, signed=True)]
        row += [format_p(cell.p[test]) if test in cell.p else "" for test in tests]
        published = [made.shown(cell.published), made.shown(cell.published_change, signed=True)]
        rows.append([*row, *(published if told else ())])
    return rows


def _name(line: Line) -> str:
    name = f"{line.number} {line.name}".strip()
    return f"{name} (against {line.against})" if line.against and " " not in line.name else name
