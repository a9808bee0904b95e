"""``dragoman sample``: writes a generated bilingual corpus with gold annotation."""

from __future__ import annotations

import argparse
from typing import Literal

from dragoman.cli.options import add_list, add_seed, count
from dragoman.sample.options import LANGUAGES, NAMES, Phenomena
from dragoman.sample.writer import WorldOptions, write_world


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    default = WorldOptions()
    parser.add_argument(
        "directory", metavar="OUT_DIR", help="where to write; made whole or not at all"
    )
    parser.add_argument(
        "--pairs", type=count, default=default.train, metavar="N", help="training pairs"
    )
    parser.add_argument(
        "--dev", type=count, default=default.dev, metavar="N", help="pairs to tune on"
    )
    parser.add_argument(
        "--test", type=count, default=default.test, metavar="N", help="pairs to test on"
    )
    parser.add_argument(
        "--languages",
        choices=LANGUAGES,
        default=default.languages,
        help="German and English, or two invented languages with more of every phenomenon",
    )
    add_seed(parser)
    choice = parser.add_mutually_exclusive_group()
    for option, text in (
        ("--without", "leave these phenomena out"),
        ("--only", "plant no other phenomena than these"),
    ):
        names = ", ".join(NAMES)
        add_list(choice, option, Literal[NAMES], f"{text}: {names}", metavar="PHENOMENON")


def run(arguments: argparse.Namespace) -> None:
    """Writes the corpus."""
    phenomena = Phenomena()
    if arguments.without:
        phenomena = phenomena.without(*arguments.without)
    if arguments.only:
        phenomena = phenomena.only(*arguments.only)
    options = WorldOptions(
        arguments.pairs,
        arguments.dev,
        arguments.test,
        arguments.seed,
        phenomena,
        arguments.languages,
    )
    write_world(arguments.directory, options)
