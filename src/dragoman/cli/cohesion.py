"""``dragoman cohesion``: how cohesive systems' translations are, and what that does to their quality."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli.options import (
    add_files,
    add_list,
    add_scoring,
    add_seed,
    add_threads,
    positive,
    scoring,
)
from dragoman.cli.settings import add_settings, given, overruled
from dragoman.cli.weights import add_weights, set_weights
from dragoman.search.options import SearchOptions

if TYPE_CHECKING:
    from dragoman.corpus.dependency import DependencyTree
    from dragoman.evaluate.cohesion import CohesionReport, SystemOutput


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument(
        "systems",
        nargs="+",
        metavar="SYSTEM",
        help="model directories, or translations with phrases (translate --segments); "
        "first the baseline, which decides what the subsets are",
    )
    parser.add_argument("--conllu", required=True, metavar="TREES", help="trees of the source")
    parser.add_argument(
        "--input", metavar="FILE", help="source sentences (default: the words of the trees)"
    )
    add_files(parser, "--reference", "reference translations")
    add_list(
        parser,
        "--names",
        str,
        "the systems' names (those of the same name are runs of one system, to be averaged)",
        metavar="NAME",
    )
    parser.add_argument("--metric", default="bleu", help="bleu, chrf, ter or a mix")
    add_scoring(parser)
    parser.add_argument("--samples", type=positive, default=1000, help="samples of the bootstrap")
    add_seed(parser)
    parser.add_argument(
        "--interruptions", metavar="FILE", help="write the uncohesive translations, with trees"
    )
    parser.add_argument(
        "--svg", metavar="DIRECTORY", help="draw them, one file for each sentence and system"
    )
    parser.add_argument("--labels", metavar="FILE", help="write the baseline's label of each line")
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    add_settings(parser, SearchOptions, "search by models", defaults="what the models say")
    add_weights(parser)
    add_threads(parser)


def run(arguments: argparse.Namespace) -> None:
    """Analyses."""
    from dragoman.common.errors import ConfigError
    from dragoman.corpus.conllu import read_conllu
    from dragoman.evaluate.cohesion import AnalysisOptions, analyze
    from dragoman.evaluate.cohesion_tables import cohesion_tables
    from dragoman.evaluate.texts import read_texts
    from dragoman.io.finished_directory import check_output_folder
    from dragoman.io.outputs import check_output, open_output

    _check(arguments)
    for path in (arguments.labels, arguments.interruptions):
        if path:
            check_output(path)
    if arguments.svg:
        check_output_folder(arguments.svg)
    trees = list(read_conllu(arguments.conllu))
    names = list(arguments.names or (Path(path).name for path in arguments.systems))
    if not arguments.names and len(set(names)) < len(names):
        names = arguments.systems
    if len(names) != len(arguments.systems):
        raise ConfigError(f"{len(arguments.systems)} systems but {len(names)} names were given")
    references = None
    if arguments.reference:
        references = read_texts(arguments.reference)
        if len(references[0]) != len(trees):
            raise ConfigError(f"{len(trees)} trees but {len(references[0])} lines of reference")
    outputs = []
    for name, path in zip(names, arguments.systems, strict=True):
        outputs.append(_output(name, path, trees, arguments))
    options = AnalysisOptions(
        arguments.metric,
        scoring(arguments),
        arguments.samples,
        arguments.seed,
    )
    report = analyze(outputs, references, options)
    if arguments.json:
        print(json.dumps(report.as_dict(), ensure_ascii=False, indent=1))
    else:
        print(cohesion_tables(report))
    if arguments.labels:
        with open_output(arguments.labels) as out:
            out.writelines(f"{label}\n" for label in report.systems[0].labels)
    _show(outputs, report, arguments)


def _check(arguments: argparse.Namespace) -> None:
    """Options that only models heed are refused if there are none."""
    from dragoman.common.errors import ConfigError

    if any(Path(path).is_dir() for path in arguments.systems):
        return
    chosen = [*given(arguments, SearchOptions), *(["weights"] if arguments.weights else [])]
    if chosen or arguments.input:
        name = chosen[0].replace("_", "-") if chosen else "input"
        raise ConfigError(f"--{name} is for models, and all systems are files of translations")


def _output(
    name: str, path: str, trees: Sequence[DependencyTree], arguments: argparse.Namespace
) -> SystemOutput:
    """What a system makes of the sentences, or has made of them."""
    from dragoman.common.errors import ConfigError
    from dragoman.evaluate.cohesion import SystemOutput
    from dragoman.forest.segmentation import phrases_of, read_segmentation
    from dragoman.model import Model
    from dragoman.model.requests.reader import InputReader
    from dragoman.search import Input

    if not Path(path).is_dir():
        lines = list(read_segmentation(path))
        if len(lines) != len(trees):
            raise ConfigError(f"{path} has {len(lines)} lines, but there are {len(trees)} trees")
        return SystemOutput.of(name, lines, trees)
    model = Model.open(path)
    model.options = overruled(model.options, arguments, SearchOptions)
    set_weights(model, arguments)
    if arguments.input:
        inputs = list(InputReader(model.text, trees=arguments.conllu).read(arguments.input))
    else:
        inputs = [Input(tree.words, tree=tree) for tree in trees]
    found = model.translate(inputs, threads=arguments.threads)
    return SystemOutput(
        name,
        [t.text for t in found],
        [phrases_of(t.derivation) for t in found],
        [one.tree for one in inputs if one.tree is not None],
    )


def _show(
    outputs: Sequence[SystemOutput],
    report: CohesionReport,
    arguments: argparse.Namespace,
) -> None:
    """Writes the uncohesive translations as text and as pictures."""
    from dragoman.draw.cohesion import interruption_svg, interruption_text
    from dragoman.evaluate.cohesion import UNCOHESIVE
    from dragoman.io.finished_directory import output_folder
    from dragoman.io.outputs import open_output

    runs = {system.name: iter(system.runs) for system in report.systems}
    by_output = [next(runs[output.name]) for output in outputs]
    if arguments.interruptions:
        with open_output(arguments.interruptions) as out:
            for number in range(len(outputs[0].texts)):
                for output, labels in zip(outputs, by_output, strict=True):
                    if labels[number] == UNCOHESIVE:
                        title = f"{number + 1} {output.name}: {output.texts[number]}"
                        shown = output.trees[number], output.phrases[number]
                        out.write(interruption_text(*shown, title) + "\n\n")
    if arguments.svg:
        with output_folder(arguments.svg) as folder:
            for place, (output, labels) in enumerate(zip(outputs, by_output, strict=True), 1):
                for number, tree in enumerate(output.trees):
                    if labels[number] == UNCOHESIVE:
                        with open_output(folder / f"{number + 1}.{place}.svg") as out:
                            out.write(interruption_svg(tree, output.phrases[number]))
