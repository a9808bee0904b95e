"""``dragoman consistency``: how consistent translators and systems are in their choices within documents."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli.options import (
    add_files,
    add_list,
    add_model,
    add_scoring,
    add_threads,
    count,
    scoring,
)
from dragoman.cli.settings import argument
from dragoman.cli.source_parser import add_parser, bring_parser
from dragoman.settings.kinds import Share

if TYPE_CHECKING:
    from dragoman.evaluate.consistency import DocumentOutput


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    analyze = actions.add_parser(
        "analyze", help="force-decode references: is a phrase translated in one way in a document?"
    )
    add_model(analyze, "the model whose rules are used")
    analyze.add_argument("--reference", required=True, metavar="FILE", help="their translations")
    analyze.add_argument(
        "--alternative",
        type=argument(Share),
        default=0.1,
        metavar="P",
        help="the least probability of a reasonable second translation (default: 0.1)",
    )
    analyze.add_argument(
        "--function-words",
        metavar="FILE",
        help="function words of the target language, one a line (default: the most frequent words, "
        "half of the running text)",
    )
    report = actions.add_parser(
        "report", help="what consistency changes, by documents, phrases and repeated terms"
    )
    report.add_argument(
        "systems", nargs="+", metavar="MODEL", help="model directories, first the baseline"
    )
    add_files(report, "--reference", "reference translations")
    add_list(report, "--names", str, "the systems' names", metavar="NAME")
    report.add_argument("--metric", default="bleu", help="bleu, chrf, ter or a mix")
    add_scoring(report)
    report.add_argument(
        "--sample",
        type=count,
        default=0,
        metavar="N",
        help="with references: draw N of the changes, and say what each does to the score of its document",
    )
    report.add_argument(
        "--seed", type=count, default=1, metavar="N", help="which changes are drawn"
    )
    report.add_argument(
        "--html", metavar="FILE", help="write the last system's documents, repeated terms coloured"
    )
    for action in (analyze, report):
        action.add_argument("--input", required=True, metavar="FILE", help="source sentences")
        action.add_argument(
            "--plf",
            action="store_true",
            help="the input lines are word lattices, as Moses has them",
        )
        action.add_argument("--docs", required=True, metavar="IDS", help="document ids, one a line")
        add_parser(action)
        action.add_argument(
            "--show", type=count, default=20, metavar="N", help="lines of each list (default: 20)"
        )
        action.add_argument("--json", action="store_true", help="machine-readable output, complete")
        add_threads(action)


def run(arguments: argparse.Namespace) -> int:
    """Analyses references, or reports on systems."""
    return _analyze(arguments) if arguments.action == "analyze" else _report(arguments)


def _analyze(arguments: argparse.Namespace) -> int:
    from dragoman.consistency.analysis import analyze
    from dragoman.evaluate.consistency_tables import analysis_data, analysis_tables
    from dragoman.io.files import read_lines
    from dragoman.model import Model
    from dragoman.model.requests.reader import InputReader

    model = Model.open(arguments.model)
    model.consistency = None
    bring_parser(model, arguments)
    reader = InputReader(
        model.text, plf=arguments.plf, docs=arguments.docs, references=[arguments.reference]
    )
    words = None
    if arguments.function_words:
        words = {word for line in read_lines(arguments.function_words) for word in line.split()}
    inputs = model.with_guesses(list(reader.read(arguments.input)), arguments.threads)
    inputs = model.with_trees(inputs, arguments.threads)
    model = model.for_sentences(inputs, arguments.threads)
    analysis = analyze(
        model.decoder(),
        model.rules.rules_for([]),
        inputs,
        alternative=arguments.alternative,
        function_words=words,
        threads=arguments.threads,
    )
    if arguments.json:
        print(json.dumps(analysis_data(analysis), ensure_ascii=False, indent=1))
    else:
        print(analysis_tables(analysis, arguments.show))
    return 0


def _report(arguments: argparse.Namespace) -> int:
    from dragoman.common.errors import ConfigError
    from dragoman.evaluate.case_effects import sample_effects
    from dragoman.evaluate.consistency import consistency_report
    from dragoman.evaluate.consistency_page import consistency_page
    from dragoman.evaluate.consistency_tables import effect_tables, report_tables
    from dragoman.evaluate.mix import make_metric
    from dragoman.evaluate.texts import read_texts
    from dragoman.io.outputs import check_output, open_output

    if arguments.html:
        check_output(arguments.html)
    names = list(arguments.names or (Path(path).name for path in arguments.systems))
    if len(names) != len(arguments.systems):
        raise ConfigError(f"{len(arguments.systems)} systems but {len(names)} names were given")
    if arguments.sample and not arguments.reference:
        raise ConfigError("--sample needs --reference: it says what changes do to the score")
    if len(set(names)) < len(names):
        raise ConfigError("two systems have the same name; --names gives them others")
    references = read_texts(arguments.reference) if arguments.reference else None
    outputs = [
        _output(name, path, arguments) for name, path in zip(names, arguments.systems, strict=True)
    ]
    metric = make_metric(arguments.metric, scoring(arguments))
    report = consistency_report(outputs, references, metric)
    sample = None
    if arguments.sample and references is not None:
        sample = sample_effects(outputs, references, metric, arguments.sample, arguments.seed)
    if arguments.json:
        data = report.as_dict()
        if sample is not None:
            data["sample"] = {"of": sample.total, "cases": [asdict(case) for case in sample.cases]}
        print(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        print(report_tables(report, arguments.show))
        if sample is not None:
            print("\n" + effect_tables(sample, report.metric))
    if arguments.html:
        with open_output(arguments.html) as out:
            out.write(consistency_page(report, outputs[-1]))
    return 0


def _output(name: str, path: str, arguments: argparse.Namespace) -> DocumentOutput:
    """What a model makes of the documents."""
    from dragoman.evaluate.consistency import DocumentOutput
    from dragoman.model import Model
    from dragoman.model.requests.reader import InputReader

    model = Model.open(path)
    bring_parser(model, arguments)
    reader = InputReader(model.text, plf=arguments.plf, docs=arguments.docs)
    inputs = list(reader.read(arguments.input))
    found = model.translate(inputs, threads=arguments.threads)
    return DocumentOutput(
        name,
        [t.text for t in found],
        [t.derivation for t in found],
        [one.document for one in inputs],
        model.text.finish,
    )
