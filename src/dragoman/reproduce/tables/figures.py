"""What all kinds of tables share: the sets they are made on, the paper's figures, and comparisons of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, stdev

from dragoman.evaluate.metric import Matrix
from dragoman.evaluate.significance import bootstrap_runs, randomization, sign_test
from dragoman.reproduce.paper import Published, Table
from dragoman.reproduce.result import Cell, Line, Made
from dragoman.reproduce.study import Study


def sets_of(study: Study, table: Table) -> list[str]:
    """Return the test sets that a table is made on."""
    return [name for name in study.text.tests if not table.sets or name in table.sets]


def figures_of(table: Table, study: Study, test: str) -> Published:
    """Return the paper's figures that stand beside those of a test set."""
    for wanted in (f"{study.corpus.name}/{test}", test, ""):
        for one in table.published:
            if one.beside == wanted:
                return one
    return Published(set="")


def published(figures: Published, row: str, column: int) -> float | str:
    """Return a figure of the paper; an empty text if it has none there."""
    its = figures.rows.get(row, ())
    return its[column] if column < len(its) else ""


def cells_of(figures: Published, row: str, values: Sequence[float]) -> list[Cell]:
    """Return a row of values, each beside the paper's figure."""
    return [Cell(v, published=published(figures, row, n)) for n, v in enumerate(values)]


def published_change(figures: Published, row: str, against: str, column: int) -> float | None:
    """Return the difference of two figures of the paper."""
    one, other = published(figures, row, column), published(figures, against, column)
    if isinstance(one, str) or isinstance(other, str) or not against:
        return None
    return one - other


def against_of(study: Study, table: Table, row: str) -> str:
    """Return the row that another is compared with; empty if there is none."""
    other = table.against or study.paper.rows[row].base
    return other if other != row and other in table.rows and other in study.rows else ""


def line_of(study: Study, row: str, cells: list[Cell], against: str = "") -> Line:
    """Return the line of a row."""
    declared = study.paper.rows[row]
    return Line(row, cells, declared.number, declared.about, against)


def made(
    study: Study,
    table: Table,
    test: str,
    figures: Published,
    columns: Sequence[str],
    lines: list[Line],
) -> Made:
    """Return a table without its particulars."""
    return Made(
        table.name,
        table.title,
        table.where,
        study.corpus.name,
        test,
        figures.set,
        list(columns),
        lines,
        notes=[table.note] if table.note else [],
    )


class Scored:
    """The statistics of a table's rows on a test set, by a metric."""

    def __init__(self, study: Study, table: Table, test: str, metric: str) -> None:
        self.study, self.table = study, table
        self.figures = figures_of(table, study, test)
        self.metric = study.metric(metric)
        rows = [row for row in dict.fromkeys((*table.rows, table.against)) if row in study.rows]
        self.rows = {row: study.statistics(row, test, self.metric) for row in rows}

    @property
    def sentences(self) -> int:
        """How many the test set has."""
        return len(next(iter(self.rows.values()))[0])

    def cell(
        self, row: str, column: int, lines: Sequence[int] | None = None, against: str | None = None
    ) -> Cell:
        """Return a row's score on some sentences, compared with another row.

        Args:
            row: The name of the row.
            column: The column of the paper's figures.
            lines: The sentences; None: all.
            against: The other row; None: as the table says.
        """
        other = against_of(self.study, self.table, row) if against is None else against
        runs = self._part(row, lines)
        values = self._scores(runs)
        cell = Cell(
            fmean(values),
            stdev(values) if len(values) > 1 else 0.0,
            published=published(self.figures, row, column),
            published_change=published_change(self.figures, row, other, column),
        )
        if not other or other not in self.rows:
            return cell
        before = self._part(other, lines)
        change = fmean(values) - fmean(self._scores(before))
        return replace(cell, change=change, p=self._tests(before, runs))

    def values(self, row: str) -> list[float]:
        """Return the score of every run of a row.

        Args:
            row: The name of the row.
        """
        return self._scores(self.rows[row])

    def _scores(self, runs: list[Matrix]) -> list[float]:
        return [self.metric.score(one.sum(axis=0)) for one in runs]

    def _part(self, row: str, lines: Sequence[int] | None) -> list[Matrix]:
        return [one if lines is None else one[list(lines)] for one in self.rows[row]]

    def _tests(self, before: list[Matrix], after: list[Matrix]) -> dict[str, float]:
        """Of the means of all runs by bootstrap, of the first runs by the other tests."""
        found: dict[str, float] = {}
        for test in self.table.tests:
            if test == "bootstrap":
                found[test] = bootstrap_runs(self.metric, before, after).p
            elif test == "randomization":
                found[test] = randomization(self.metric, before[0], after[0]).p
            else:
                found[test] = sign_test(self.metric, before[0], after[0]).p
        return found
