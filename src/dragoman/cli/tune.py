"""``dragoman tune``: better weights for a model, from a development set."""

from __future__ import annotations

import argparse

from dragoman.cli.feature_file import add_features, bring_features
from dragoman.cli.options import add_files, add_threads
from dragoman.cli.settings import add_settings, given
from dragoman.cli.weights import add_weights, set_weights
from dragoman.tune.options import TuneOptions


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman tune``."""
    parser.add_argument("-m", "--model", required=True, help="the model to start from")
    parser.add_argument("--output", required=True, metavar="MODEL", help="the tuned model")
    parser.add_argument(
        "--source", required=True, metavar="F", help="source side of the development set"
    )
    add_files(parser, "--reference", "its translations", required=True, metavar="R")
    parser.add_argument("--conllu", metavar="TREES", help="dependency trees of the source side")
    parser.add_argument("--docs", metavar="IDS", help="document ids, one a line")
    add_features(parser)
    add_weights(parser)
    parser.add_argument(
        "--work", metavar="DIR", help="where iterations are kept; the same again resumes"
    )
    add_settings(parser, TuneOptions, "tuning", without=("threads",))
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Tunes and writes the tuned model."""
    from pathlib import Path

    from dragoman.common.artifact import check_place
    from dragoman.experiment.tuning import EDGES, Decoding, read_references
    from dragoman.model import Model
    from dragoman.model.cohesive import warn_without_trees
    from dragoman.model.consistent import warn_without_documents
    from dragoman.model.model import KIND
    from dragoman.model.reader import InputReader
    from dragoman.tune.loop import tune
    from dragoman.tune.methods import FOREST_MERT

    options = TuneOptions(**given(arguments, TuneOptions))
    check_place(arguments.output, KIND)
    model = Model.open(arguments.model)
    bring_features(model, arguments)
    set_weights(model, arguments)
    warn_without_trees(model.options, arguments.conllu)
    warn_without_documents(model, arguments.docs)
    reader = InputReader(model.text, trees=arguments.conllu, docs=arguments.docs)
    sentences = list(reader.read(arguments.source))
    edges = EDGES if options.method == FOREST_MERT else 0
    result = tune(
        Decoding(model, sentences, options.kbest, options.threads, edges),
        model.weights,
        read_references(model, arguments.source, arguments.reference),
        options,
        Path(arguments.work or f"{arguments.output}.tuning"),
    )
    model.weights = dict(result.weights)
    model.provenance["tuning"] = result.signature
    model.save(arguments.output)
    return 0
