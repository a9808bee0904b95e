"""Galley & Manning's figure 6: how long the phrases are that rows translate with, and how many have gaps."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

from dragoman.evaluate.phrases import LONGEST, PhraseCounts, as_svg, count_phrases
from dragoman.experiment.layout import MODEL
from dragoman.experiment.resources import Resources
from dragoman.experiment.stages import Inputs
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.reproduce.paper import Table
from dragoman.reproduce.result import Made
from dragoman.reproduce.study import Study, rows_of
from dragoman.reproduce.tables.figures import cells_of, figures_of, line_of, made, sets_of

COUNTS = "phrases.json"


def phrase_lengths(study: Study, table: Table) -> list[Made]:
    """Return the share of target words in phrases of each length, with figure 6 as a picture.

    Args:
        study: The rows, run.
        table: The table's declaration.
    """
    rows = list(rows_of(study, table.rows))
    found = []
    for test in sets_of(study, table):
        figures = figures_of(table, study, test)
        files = {"source": Path(study.text.tests[test].source)}
        action = partial(_count, resources=study.request.resources)
        place = study.add("phrase-lengths", action, {}, rows, **files)
        data = json.loads((place / COUNTS).read_text(encoding="utf-8"))
        counts = [PhraseCounts(**{**data[r], "lengths": _lengths(data[r])}) for r in rows]
        lines = []
        for row, one in zip(rows, counts, strict=True):
            share = 100 / max(1, one.sentences)
            values = [one.words_per_phrase, 100 * one.single_words, share * one.source_gaps]
            values += [share * one.target_gaps, share * one.cross_serial, share * one.bonbons]
            values += [100 * mass / max(1, one.words) for mass in one.mass()]
            lines.append(line_of(study, row, cells_of(figures, row, values)))
        columns = ["words per phrase", "one-word phrases, per cent"]
        columns += [f"sentences with {what}, per cent" for what in _WHAT]
        lengths = [str(n + 1) if n + 1 < LONGEST else f"{LONGEST} or more" for n in range(LONGEST)]
        columns += [f"words in phrases of {length}, per cent" for length in lengths]
        shown = made(study, table, test, figures, columns, lines)
        found.append(replace(shown, picture=as_svg(rows, counts)))
    return found


_WHAT = ("source gaps", "target gaps", "cross-serial phrases", "bonbons")


def _count(settings: object, output: Path, inputs: Inputs, resources: Resources) -> None:
    """The stage: translates the text with the model of every row."""
    lines = list(read_lines(inputs["source"]))
    counts = {}
    for name in (name for name in inputs if name != "source"):
        model = Model.open(inputs[name] / MODEL, bounds=None)
        found = model.translate(lines, threads=resources.threads)
        counts[name] = vars(count_phrases(one.derivation for one in found))
    (output / COUNTS).write_text(json.dumps(counts), encoding="utf-8")


def _lengths(data: dict[str, dict[str, int]]) -> Counter[int]:
    return Counter({int(length): count for length, count in data["lengths"].items()})
