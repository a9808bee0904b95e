"""``dragoman tune``: better weights for a model, from a development set."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dragoman.cli.feature_file import add_features, bring_features
from dragoman.cli.options import add_files, add_model, add_threads, demand, exclude
from dragoman.cli.settings import add_settings, given
from dragoman.cli.source_parser import add_parser, bring_parser
from dragoman.cli.weights import add_weights, set_weights
from dragoman.tune.options import TuneOptions

if TYPE_CHECKING:
    pass


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman tune``."""
    add_model(parser, "the model to start from")
    parser.add_argument("--output", required=True, metavar="MODEL", help="the tuned model")
    parser.add_argument(
        "--source", required=True, metavar="F", help="source side of the development set"
    )
    add_files(parser, "--reference", "its translations", required=True, metavar="R")
    parser.add_argument(
        "--plf", action="store_true", help="the source side are word lattices, as Moses has them"
    )
    parser.add_argument(
        "--lattice",
        action="store_true",
        help="with --plf: give the model the feature of the scores of lattices, if it has none",
    )
    parser.add_argument("--conllu", metavar="TREES", help="dependency trees of the source side")
    add_parser(parser)
    parser.add_argument("--docs", metavar="IDS", help="document ids, one a line")
    add_features(parser)
    add_weights(parser)
    parser.add_argument(
        "--work", metavar="DIR", help="where iterations are kept; the same again resumes"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be done, and how much of it is kept"
    )
    add_settings(parser, TuneOptions, "tuning")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Tunes and writes the tuned model."""
    from dataclasses import replace
    from pathlib import Path

    from dragoman.common.errors import ConfigError
    from dragoman.common.progress import say
    from dragoman.experiment.tuning import (
        EDGES,
        Decoding,
        narrowed,
        read_references,
        score_translations,
    )
    from dragoman.io.artifact_place import check_place
    from dragoman.model import Model
    from dragoman.model.cohesive import warn_without_trees
    from dragoman.model.documents.whole_documents import warn_without_documents
    from dragoman.model.requests.reader import InputReader
    from dragoman.model.store.stored_model import KIND
    from dragoman.tune.journal import kept_iterations
    from dragoman.tune.loop import tune
    from dragoman.tune.methods import FOREST_MERT

    exclude(arguments, "plf", ("conllu",))
    demand(arguments, "lattice", "plf")
    options = TuneOptions(**given(arguments, TuneOptions))
    check_place(arguments.output, KIND)
    model = Model.open(arguments.model)
    bring_features(model, arguments)
    bring_parser(model, arguments)
    if arguments.lattice:
        if not hasattr(model.options, "lattice"):
            raise ConfigError("lattice: the model's decoder has no such setting")
        model.options = replace(model.options, lattice=True)
    set_weights(model, arguments)
    warn_without_trees(model.options, arguments.conllu or model.has_parser)
    warn_without_documents(model, arguments.docs)
    reader = InputReader(model.text, plf=arguments.plf, trees=arguments.conllu, docs=arguments.docs)
    sentences = list(reader.read(arguments.source))
    references = read_references(model, arguments.source, arguments.reference)
    work = Path(arguments.work or f"{arguments.output}.tuning")
    kept = kept_iterations(work)
    say(
        f"tuning {len(model.weights)} weights on {len(sentences)} sentences by {options.method} for "
        f"{options.metric}: at most {options.iterations} iterations, {kept} kept in {work}"
    )
    if arguments.dry_run:
        return 0
    edges = EDGES if options.method == FOREST_MERT else 0
    narrow = narrowed(model, options.pop_share)
    guessed = model.with_guesses(sentences, arguments.threads)
    decoding = Decoding(narrow, guessed, options.kbest, arguments.threads, edges)
    try:
        result = tune(
            decoding,
            model.weights,
            references,
            options,
            work,
            threads=arguments.threads,
        )
    except KeyboardInterrupt:
        count = kept_iterations(work)
        say(f"\nstopped; iterations kept in {work}: {count}; the same command again goes on there")
        raise
    model.weights = dict(result.weights)
    model.provenance["tuning"] = result.signature
    model.save(arguments.output)
    score, signature = score_translations(
        model, sentences, arguments.reference, options.metric, arguments.threads
    )
    print(f"{options.metric} on the development set: {score:.2f} ({signature})")
    print(f"The tuned model is in {arguments.output}. Try:\n")
    print(f"  dragoman translate {arguments.output} --input {arguments.source}")
    return 0
