"""What chance does to a row: its score by seed, how far the seeds lie apart, and what tuning costs."""

from __future__ import annotations

from statistics import fmean, stdev

from dragoman.reproduce.paper import Table
from dragoman.reproduce.result import Cell, Made
from dragoman.reproduce.study import Study, rows_of
from dragoman.reproduce.tables.figures import Scored, line_of, made, sets_of

COLUMNS = ("BLEU", "deviation", "worst", "processor seconds of tuning")


def seeds(study: Study, table: Table) -> list[Made]:
    """Return the spread of each row over its runs.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        scored = Scored(study, table, test, "bleu")
        lines = []
        for row in rows_of(study, table.rows):
            values = scored.values(row)
            deviation = stdev(values) if len(values) > 1 else 0.0
            cells = [Cell(v) for v in (fmean(values), deviation, min(values))]
            costs = study.tuning_costs(row)
            cells.append(Cell(fmean(costs) if costs else None))
            lines.append(line_of(study, row, cells))
        one = made(study, table, test, scored.figures, COLUMNS, lines)
        one.notes.append(
            f"{len(study.seeds)} runs of each row, with the seeds from {study.seeds[0]} on"
        )
        found.append(one)
    return found
