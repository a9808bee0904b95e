"""Ture's section 3 and table 1: how consistent translators are, by forced decoding of the references."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from dragoman.consistency.analysis import affected, analyze
from dragoman.evaluate.consistency_tables import analysis_data, counted
from dragoman.experiment.layout import MODEL
from dragoman.experiment.resources import Resources
from dragoman.experiment.stages import Inputs
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.reproduce.paper import Table
from dragoman.reproduce.result import Line, Made
from dragoman.reproduce.study import Study
from dragoman.reproduce.tables.figures import cells_of, figures_of, made, sets_of

CASES = "cases.json"
SHOWN = 9
"""Cases of table 1, as many as the paper shows."""


def forced_cases(study: Study, table: Table) -> list[Made]:
    """Return the cases after every filter, how many are consistent, and some of them.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    found = []
    for test in sets_of(study, table):
        text, figures = study.text.tests[test], figures_of(table, study, test)
        files = {"source": Path(text.source), "docs": Path(text.docs or "")}
        files["reference"] = Path(text.targets[0])
        [row] = table.rows
        action = partial(_force, row=row, resources=study.request.resources)
        place = study.add("forced-cases", action, {}, [row], **files)
        data = json.loads((place / CASES).read_text(encoding="utf-8"))
        whole = max(1, data["sentences"])
        lines = []
        for name, cases, sentences in data["counts"]:
            values = [cases, sentences, 100 * sentences / whole]
            lines.append(Line(name, cells_of(figures, name, values)))
        one = made(
            study, table, test, figures, ["cases", "sentences", "sentences, per cent"], lines
        )
        notes = [*one.notes, f"{data['reachable']} of {whole} references can be produced"]
        notes += [
            f"{case['source']} ({case['document']}): {counted(list(case['translations'].items()))}"
            for case in data["shown"]
        ]
        found.append(replace(one, digits=0, notes=notes))
    return found


def _force(settings: object, output: Path, inputs: Inputs, row: str, resources: Resources) -> None:
    """The stage: forced decoding and the counts."""
    model = Model.open(inputs[row] / MODEL, bounds=None)
    model.consistency = None
    reader = InputReader(model.text, docs=inputs["docs"], references=[inputs["reference"]])
    sentences = list(reader.read(inputs["source"]))
    ready = model.for_sentences(sentences, resources.threads)
    analysis = analyze(
        ready.decoder(), ready.rules.rules_for([]), sentences, threads=resources.threads
    )
    whole: dict[str, Any] = analysis_data(analysis)
    others = analysis.inconsistent
    content = [case for case in others if analysis.about_content(case)]
    function = [case for case in others if not analysis.about_content(case)]
    names = ("all cases", "with a reasonable alternative", "and a different one")
    counts: list[Any] = [
        [name, step.cases, step.sentences] for name, step in zip(names, analysis.steps, strict=True)
    ]
    for name, cases in (
        ("consistent", analysis.consistent),
        ("in several ways", others),
        ("a content word changes", content),
        ("only function words change", function),
    ):
        counts.append([name, len(cases), len(affected(cases))])
    ranked = sorted(whole["cases"], key=lambda case: (case["consistent"], -len(case["sentences"])))
    data = {"sentences": analysis.sentences, "reachable": analysis.reachable, "counts": counts}
    data["shown"] = ranked[:SHOWN]
    (output / CASES).write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
