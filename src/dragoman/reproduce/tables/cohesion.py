"""Cherry's tables 2 and 3: how many translations are cohesive, and scores by the cohesion of the baseline's."""

from __future__ import annotations

from dataclasses import replace

from dragoman.evaluate.cohesion import COHESIVE, UNCOHESIVE, SystemCohesion, SystemOutput, analyze
from dragoman.forest.segmentation import read_segmentation
from dragoman.reproduce.paper import Table
from dragoman.reproduce.result import Made
from dragoman.reproduce.study import Study, rows_of
from dragoman.reproduce.tables.figures import (
    Scored,
    against_of,
    cells_of,
    figures_of,
    line_of,
    made,
    sets_of,
)


def labelled(study: Study, test: str, rows: list[str]) -> list[SystemCohesion]:
    """Return the cohesion of every row's translations.

    Args:
        study: The rows, run.
        test: The name of the test set.
        rows: The rows.
    """
    trees = study.trees(test)
    outputs = [
        SystemOutput.of(row, read_segmentation(place / f"{test}.segments"), trees)
        for row in rows
        for place in study.evaluations(row)
    ]
    return analyze(outputs).systems


def cohesive_counts(study: Study, table: Table) -> list[Made]:
    """Return how many translations of each row are cohesive.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        figures = figures_of(table, study, test)
        lines = []
        for system in labelled(study, test, list(rows_of(study, table.rows))):
            whole = max(1, len(system.labels))
            values = [system.count(COHESIVE), system.count(UNCOHESIVE)]
            values.append(100 * values[1] / whole)
            lines.append(line_of(study, system.name, cells_of(figures, system.name, values)))
        columns = [COHESIVE, UNCOHESIVE, f"{UNCOHESIVE}, per cent"]
        found.append(replace(made(study, table, test, figures, columns, lines), digits=1))
    return found


def by_cohesion(study: Study, table: Table) -> list[Made]:
    """Return the rows' scores on all sentences, and on those that the baseline translates cohesively or not.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        scored = Scored(study, table, test, "bleu")
        baseline = table.against or next(rows_of(study, table.rows))
        labels = labelled(study, test, [baseline])[0].labels
        parts: dict[str, list[int] | None] = {f"all ({len(labels)})": None}
        for name in (COHESIVE, UNCOHESIVE):
            its = [number for number, label in enumerate(labels) if label == name]
            if its:
                parts[f"{name} ({len(its)})"] = its
        lines = [
            line_of(
                study,
                row,
                [scored.cell(row, n, its) for n, its in enumerate(parts.values())],
                against_of(study, table, row),
            )
            for row in rows_of(study, table.rows)
        ]
        found.append(made(study, table, test, scored.figures, list(parts), lines))
    return found
