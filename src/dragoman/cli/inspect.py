"""``dragoman inspect MODEL``: what a model holds, checked to be whole."""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman inspect``."""
    parser.add_argument(
        "model", help="a model, or any part of one (language model, rule table, ...)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--arrays", action="store_true", help="list every array of every part")
    parser.add_argument("--verify", action="store_true", help="hash every file again")


def run(arguments: argparse.Namespace) -> int:
    """Prints the description of the model."""
    from dragoman.cli.inspection_tables import print_inspection
    from dragoman.model.store.inspection import as_json, inspect

    facts = inspect(arguments.model, verify=arguments.verify)
    if arguments.json:
        print(as_json(facts))
    else:
        print_inspection(facts, arrays=arguments.arrays)
    return 0
