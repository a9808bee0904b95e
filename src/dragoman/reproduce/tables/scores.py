"""Tables of scores: BLEU and other metrics of every row."""

from __future__ import annotations

from dataclasses import replace

from dragoman.reproduce.paper import Table
from dragoman.reproduce.result import Line, Made
from dragoman.reproduce.study import Study, rows_of
from dragoman.reproduce.tables.figures import Scored, against_of, line_of, made, sets_of

LESS_IS_BETTER = ("ter",)


def scores(study: Study, table: Table) -> list[Made]:
    """Return a table for each metric; ``columns`` of the declaration are the metrics.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        for column, name in enumerate(table.columns or ("bleu",)):
            scored = Scored(study, table, test, name)
            lines = [
                line_of(study, row, [scored.cell(row, column)], against_of(study, table, row))
                for row in rows_of(study, table.rows)
            ]
            for row, other in table.improvements:
                if row in scored.rows and other in scored.rows:
                    cell = scored.cell(row, column, against=other)
                    lines.append(Line(f"{row} against {other}", [cell], against=other))
            one = made(study, table, test, scored.figures, [scored.metric.name], lines)
            less = name in LESS_IS_BETTER
            found.append(replace(one, better=-1 if less else 1))
    return found
