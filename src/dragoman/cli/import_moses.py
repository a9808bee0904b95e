"""``dragoman import MOSES_INI MODEL``: take over a phrase-based or hierarchical Moses system."""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman import``."""
    parser.add_argument(
        "ini", metavar="MOSES_INI", help="moses.ini; paths in it are relative to it"
    )
    parser.add_argument("model", metavar="MODEL", help="the model to write")


def run(arguments: argparse.Namespace) -> int:
    """Reads the tables and writes the model."""
    from dragoman.common.progress import say
    from dragoman.io.artifact_place import check_place
    from dragoman.model.moses.exchange import import_moses
    from dragoman.model.store.stored_model import KIND

    check_place(arguments.model, KIND)
    model = import_moses(arguments.ini)
    model.save(arguments.model)
    say(f"{arguments.model}: {model!r}")
    return 0
