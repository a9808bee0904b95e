"""``dragoman compare``: two or more systems, with significance tests, breakdowns and an HTML report."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dragoman.cli.options import (
    add_files,
    add_list,
    add_scoring,
    add_seed,
    add_threads,
    demand,
    positive,
    scoring,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument(
        "systems",
        nargs="+",
        metavar="SYSTEM",
        help="outputs, or models, which translate --source; first the baseline",
    )
    add_files(parser, "--reference", "reference translations", required=True)
    parser.add_argument("--source", metavar="FILE", help="source sentences, for the report")
    parser.add_argument("--docs", metavar="FILE", help="a document's name per line")
    parser.add_argument("--labels", metavar="FILE", help="a subset's label per line")
    add_list(parser, "--names", str, "the systems' names", metavar="NAME")
    add_list(
        parser,
        "--metric",
        str,
        "bleu, chrf, ter (default: all three) or a mix, the first of which is used in breakdowns",
        metavar="NAME",
    )
    add_scoring(parser)
    parser.add_argument(
        "--test",
        choices=("bootstrap", "randomization", "sign", "all"),
        default="bootstrap",
        help="test against the first system",
    )
    parser.add_argument("--samples", type=positive, default=1000, help="samples of a test")
    add_seed(parser)
    parser.add_argument("--conllu", metavar="FILE", help="trees of the source, for models")
    add_threads(parser)
    parser.add_argument(
        "--training",
        metavar="FILE",
        help="target side of the training text: words by their frequency there, n-grams by whether it has them",
    )
    parser.add_argument(
        "--examples",
        type=positive,
        metavar="N",
        help="print the N sentences that gain most and the N that lose most",
    )
    parser.add_argument("--report", metavar="FILE", help="write an HTML report")
    parser.add_argument(
        "--page",
        metavar="ADDRESS",
        help="with --report: link its sentences to the page of dragoman serve, http://127.0.0.1:5000/",
    )
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def run(arguments: argparse.Namespace) -> None:
    """Compares."""
    from dragoman.common.errors import ConfigError
    from dragoman.evaluate.comparison import TESTS, CompareOptions, Texts, compare
    from dragoman.evaluate.report import html_report
    from dragoman.evaluate.tables import text_tables
    from dragoman.evaluate.texts import read_texts
    from dragoman.io.files import check_output, open_output, read_lines

    demand(arguments, "page", "report")
    demand(arguments, "page", "source")
    if arguments.page and not arguments.page.startswith(("http://", "https://")):
        raise ConfigError(
            f"--page: expected an address such as http://127.0.0.1:5000/, got '{arguments.page}'"
        )
    if len(arguments.systems) < 2:
        raise ConfigError("compare needs at least two systems, the baseline first")
    if arguments.report:
        check_output(arguments.report)
    names = list(arguments.names or ()) or _short_names(arguments.systems)
    if len(names) != len(arguments.systems):
        raise ConfigError(f"{len(arguments.systems)} systems but {len(names)} names were given")
    extras = {
        key: path
        for key, path in (
            ("documents", arguments.docs),
            ("labels", arguments.labels),
            ("sources", arguments.source),
        )
        if path
    }
    models = [path for path in arguments.systems if Path(path).is_dir()]
    if models and not arguments.source:
        raise ConfigError(f"{models[0]}: a model needs --source, the text that it translates")
    outputs = [path for path in arguments.systems if path not in models]
    files = iter(read_texts([*arguments.reference, *outputs, *extras.values()]))
    references = [next(files) for _ in arguments.reference]
    found = {path: next(files) for path in outputs}
    found |= {path: _translated(path, arguments) for path in models}
    systems = [found[path] for path in arguments.systems]
    texts = Texts(
        names,
        systems,
        references,
        training=read_lines(arguments.training) if arguments.training else None,
        **dict(zip(extras, files, strict=True)),
    )
    options = CompareOptions(
        metrics=tuple(arguments.metric or ("bleu", "chrf", "ter")),
        metric_options=scoring(arguments),
        tests=TESTS if arguments.test == "all" else (arguments.test,),
        samples=arguments.samples,
        seed=arguments.seed,
    )
    comparison = compare(texts, options)
    if arguments.json:
        print(json.dumps(comparison.as_dict(), ensure_ascii=False, indent=1))
    else:
        print(text_tables(comparison, arguments.examples or 0))
    if arguments.report:
        with open_output(arguments.report) as out:
            served = {
                name: Path(path).name
                for name, path in zip(names, arguments.systems, strict=True)
                if path in models
            }
            out.write(html_report(comparison, arguments.page or "", served))


def _translated(path: str, arguments: argparse.Namespace) -> list[str]:
    """What a model makes of the source."""
    from dragoman.model import Model
    from dragoman.model.requests.reader import InputReader

    model = Model.open(path)
    reader = InputReader(model.text, trees=arguments.conllu, docs=arguments.docs)
    sentences = list(reader.read(arguments.source))
    return [t.text for t in model.translate(sentences, threads=arguments.threads)]


def _short_names(paths: list[str]) -> list[str]:
    """File names, or whole paths where those are the same."""
    names = [Path(path).name for path in paths]
    return names if len(set(names)) == len(names) else paths
