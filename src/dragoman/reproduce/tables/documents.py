"""Ture's tables 3 and 4 and the sample of cases: what each row changes in documents, beside the first row."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from dragoman.evaluate.case_effects import sample_effects
from dragoman.evaluate.consistency import DocumentOutput, consistency_report
from dragoman.evaluate.metric import MetricOptions
from dragoman.evaluate.mix import make_metric
from dragoman.experiment.layout import MODEL
from dragoman.experiment.numbered import numbered
from dragoman.experiment.resources import Resources
from dragoman.experiment.stages import Inputs
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.reproduce.paper import Published, Table
from dragoman.reproduce.result import Cell, Line, Made
from dragoman.reproduce.study import Study, rows_of
from dragoman.reproduce.tables.figures import cells_of, figures_of, line_of, made, sets_of

REPORT = "report.json"
CASES = 60
"""How many the paper looked at."""
ANY = "any"
SINGLE = ("c1", "c2", "c3")
"""The rows whose changes the row "Any" and the sample of cases are about."""


def document_movement(study: Study, table: Table) -> list[Made]:
    """Return how many documents each row makes better (table 3).

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        figures, report = figures_of(table, study, test), _report(study, table, test)
        lines = []
        for row, one in _others(report):
            moved = one["documents"]
            values = [moved["rise"], moved["fall"], moved["same"]]
            values.append(100 * moved["rise"] / max(1, report["documents"]))
            lines.append(line_of(study, row, cells_of(figures, row, values)))
        columns = ["documents better", "worse", "the same", "better, per cent"]
        found.append(replace(made(study, table, test, figures, columns, lines), digits=0))
    return found


def changed_cases(study: Study, table: Table) -> list[Made]:
    """Return how many phrases each row translates differently, and how many sentences have one (table 4).

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        figures, report = figures_of(table, study, test), _report(study, table, test)
        whole = max(1, report["sentences"])
        counts = {row: (len(o["changes"]), o["changed_sentences"]) for row, o in _others(report)}
        lines = []
        for row, (cases, sentences) in counts.items():
            lines.append(line_of(study, row, _cells(figures, row, cases, sentences, whole)))
        singles = [dict(_others(report))[row] for row in SINGLE if row in counts]
        if len(singles) == len(SINGLE):
            changes = [change for one in singles for change in one["changes"]]
            cases = len({(change["document"], change["source"]) for change in changes})
            sentences = len({number for change in changes for number in change["sentences"]})
            about = "C1 or C2 or C3"
            lines.append(Line(ANY, _cells(figures, ANY, cases, sentences, whole), about=about))
        columns = ["cases", "test set, per cent"]
        found.append(replace(made(study, table, test, figures, columns, lines), digits=0))
    return found


def case_effects(study: Study, table: Table) -> list[Made]:
    """Return what single changes do to the score of their document, for a sample of cases (section 5).

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        figures, report = figures_of(table, study, test), _report(study, table, test)
        lines = []
        for name, values in report["effects"].items():
            lines.append(Line(name, cells_of(figures, name, values)))
        columns = ["better", "worse", "unchanged"]
        one = replace(made(study, table, test, figures, columns, lines), digits=0)
        sampled = f"a sample of {report['sampled'][0]} of {report['sampled'][1]} cases"
        found.append(replace(one, notes=[sampled, *one.notes]))
    return found


def _cells(figures: Published, row: str, cases: int, sentences: int, whole: int) -> list[Cell]:
    return cells_of(figures, row, [float(cases), 100 * sentences / whole])


def _others(report: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(one["name"], one) for one in report["systems"][1:]]


def _report(study: Study, table: Table, test: str) -> dict[str, Any]:
    """What the stage found; it is the same for all tables of these rows."""
    text = study.text.tests[test]
    files = {"source": Path(text.source), "docs": Path(text.docs or "")}
    files |= {f"target{n}": Path(path) for n, path in enumerate(text.targets)}
    rows = list(dict.fromkeys(rows_of(study, (table.against, *table.rows))))
    action = partial(_compare, rows=rows, resources=study.request.resources)
    settings = {"metric": study.metric_options, "rows": rows, "cases": CASES}
    place = study.add("documents", action, settings, rows, **files)
    found: dict[str, Any] = json.loads((place / REPORT).read_text(encoding="utf-8"))
    return found


def _compare(
    settings: dict[str, Any],
    output: Path,
    inputs: Inputs,
    rows: Sequence[str],
    resources: Resources,
) -> None:
    """The stage: translates the documents with the model of every row."""
    options: MetricOptions = settings["metric"]
    outputs = []
    for row in rows:
        model = Model.open(inputs[row] / MODEL, bounds=None)
        sentences = list(InputReader(model.text, docs=inputs["docs"]).read(inputs["source"]))
        found = model.translate(sentences, threads=resources.threads)
        texts, derivations = [t.text for t in found], [t.derivation for t in found]
        documents = [one.document for one in sentences]
        outputs.append(DocumentOutput(row, texts, derivations, documents, model.text.finish))
    references = [list(read_lines(path)) for path in numbered(inputs, "target")]
    metric = make_metric("bleu", options)
    report = consistency_report(outputs, references, metric).as_dict()
    for system in report["systems"]:
        del system["terms"]
    first, *others = outputs
    singles = [one for one in others if one.name in SINGLE]
    sample = sample_effects([first, *singles], references, metric, settings["cases"])
    report["sampled"] = [len(sample.cases), sample.total]
    report["effects"] = {"any": [sample.helped, sample.harmed, sample.unchanged]}
    for one in singles:
        better, worse = sample.of_system(one.name)
        own = sum(one.name in case.effects for case in sample.cases)
        report["effects"][one.name] = [better, worse, own - better - worse]
    (output / REPORT).write_text(json.dumps(report, ensure_ascii=False), encoding="utf-8")
