"""How the tables of the papers are made: a function for each kind, which a preset names.

Each takes a study and a table's declaration, and returns the table once for every test set.
"""

from __future__ import annotations

from collections.abc import Callable

from dragoman.reproduce.paper import Table
from dragoman.reproduce.result import Made
from dragoman.reproduce.study import Study
from dragoman.reproduce.tables.cohesion import by_cohesion, cohesive_counts
from dragoman.reproduce.tables.cohesion_study import cohesion_study
from dragoman.reproduce.tables.documents import case_effects, changed_cases, document_movement
from dragoman.reproduce.tables.forced import forced_cases
from dragoman.reproduce.tables.judgement import judgement
from dragoman.reproduce.tables.phrases import phrase_lengths
from dragoman.reproduce.tables.scores import scores
from dragoman.reproduce.tables.seeds import seeds

KINDS: dict[str, Callable[[Study, Table], list[Made]]] = {
    "scores": scores,
    "seeds": seeds,
    "cohesive-counts": cohesive_counts,
    "by-cohesion": by_cohesion,
    "cohesion-study": cohesion_study,
    "phrase-lengths": phrase_lengths,
    "document-movement": document_movement,
    "changed-cases": changed_cases,
    "case-effects": case_effects,
    "forced-cases": forced_cases,
    "judgement": judgement,
}


def make_table(study: Study, table: Table) -> list[Made]:
    """Return a table on every test set that it is for; nothing if none of its rows was run.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    if not any(row in study.rows for row in table.rows):
        return []
    return KINDS[table.kind](study, table)
