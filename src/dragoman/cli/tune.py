"""``dragoman tune``: better weights for a model, from a development set."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_seed, add_threads, positive


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman tune``."""
    parser.add_argument("-m", "--model", required=True, help="the model to start from")
    parser.add_argument("--output", required=True, metavar="MODEL", help="the tuned model")
    parser.add_argument(
        "--source", required=True, metavar="F", help="source side of the development set"
    )
    parser.add_argument(
        "--reference", required=True, nargs="+", metavar="R", help="its translations"
    )
    parser.add_argument("--conllu", metavar="TREES", help="dependency trees of the source side")
    parser.add_argument("--docs", metavar="IDS", help="document ids, one a line")
    parser.add_argument("--features", metavar="FILE.py", help="features of the search in Python")
    parser.add_argument("--method", choices=["mert", "mert-forest", "mira", "pro"], default="mert")
    parser.add_argument(
        "--metric", default="bleu", help="bleu, chrf, ter, or a mix: 0.5*bleu+0.5*ter"
    )
    parser.add_argument("--iterations", type=positive, default=10, metavar="N")
    parser.add_argument("--kbest", type=positive, default=100, metavar="N")
    parser.add_argument(
        "--work", metavar="DIR", help="where iterations are kept; the same again resumes"
    )
    add_seed(parser)
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Tunes and writes the tuned model."""
    from pathlib import Path

    from dragoman.common.artifact import check_place
    from dragoman.experiment.tuning import EDGES, Decoding, read_references
    from dragoman.model import Model
    from dragoman.model.cohesive import warn_without_trees
    from dragoman.model.model import KIND
    from dragoman.model.reader import InputReader
    from dragoman.tune.loop import TuneOptions, tune
    from dragoman.tune.methods import FOREST_MERT

    check_place(arguments.output, KIND)
    model = Model.open(arguments.model)
    if arguments.features:
        from dragoman.model.feature_file import read_features

        model.features = tuple(read_features(arguments.features))
    warn_without_trees(model.options, arguments.conllu)
    reader = InputReader(model.text, trees=arguments.conllu, docs=arguments.docs)
    sentences = list(reader.read(arguments.source))
    options = TuneOptions(
        method=arguments.method,
        metric=arguments.metric,
        iterations=arguments.iterations,
        seed=arguments.seed,
        threads=arguments.threads,
    )
    edges = EDGES if arguments.method == FOREST_MERT else 0
    result = tune(
        Decoding(model, sentences, arguments.kbest, arguments.threads, edges),
        model.weights,
        read_references(model, arguments.source, arguments.reference),
        options,
        Path(arguments.work or f"{arguments.output}.tuning"),
    )
    model.weights = dict(result.weights)
    model.provenance["tuning"] = result.signature
    model.save(arguments.output)
    return 0
