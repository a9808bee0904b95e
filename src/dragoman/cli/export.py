"""``dragoman export MODEL DIRECTORY``: tables and weights as text that Moses reads."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_threads


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman export``."""
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("directory", metavar="DIRECTORY", help="where moses.ini and its tables go")
    parser.add_argument(
        "--for",
        dest="wanted",
        metavar="TEXT",
        help="of a model that looks its rules up: those that this text needs",
    )
    parser.add_argument(
        "--format",
        choices=("moses", "cdec", "joshua"),
        default="moses",
        help="of a hierarchical model: the system that is to read the rules",
    )
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Writes moses.ini, phrase table, reordering table and language models."""
    from dragoman.model.model import Model
    from dragoman.model.moses.exchange import check_export, export_grammar, export_moses
    from dragoman.model.requests.reader import InputReader

    check_export(arguments.directory)
    model = Model.open(arguments.model, bounds=None)
    if arguments.wanted:
        sentences = list(InputReader(model.text).read(arguments.wanted))
        model = model.for_sentences(sentences, arguments.threads)
    if arguments.format == "moses":
        export_moses(model, arguments.directory, arguments.threads)
    else:
        export_grammar(model, arguments.directory, arguments.format, arguments.threads)
    return 0
