"""``dragoman export MODEL DIRECTORY``: tables and weights as text that Moses reads."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_threads


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman export``."""
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("directory", metavar="DIRECTORY", help="where moses.ini and its tables go")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Writes moses.ini, phrase table, reordering table and language models."""
    from dragoman.model.exchange import check_export, export_moses
    from dragoman.model.model import Model

    check_export(arguments.directory)
    export_moses(Model.open(arguments.model), arguments.directory, arguments.threads)
    return 0
