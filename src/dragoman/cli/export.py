"""``dragoman export MODEL DIRECTORY``: tables and weights as text that Moses reads."""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman export``."""
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("directory", metavar="DIRECTORY", help="where moses.ini and its tables go")


def run(arguments: argparse.Namespace) -> int:
    """Writes moses.ini, phrase table and reordering table."""
    from dragoman.common.progress import say
    from dragoman.model.exchange import check_export, export_moses
    from dragoman.model.model import Model

    check_export(arguments.directory)
    export_moses(Model.open(arguments.model), arguments.directory)
    say(f"put the language model's ARPA text into {arguments.directory} as lm0.arpa")
    return 0
