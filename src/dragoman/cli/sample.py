"""``dragoman sample``: writes a generated bilingual corpus with gold annotation."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_seed
from dragoman.sample.options import NAMES, Phenomena
from dragoman.sample.writer import WorldOptions, write_world


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, got {text}")
    return value


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    default = WorldOptions()
    parser.add_argument(
        "directory", metavar="OUT_DIR", help="where to write; made whole or not at all"
    )
    parser.add_argument(
        "--pairs", type=_count, default=default.train, metavar="N", help="training pairs"
    )
    parser.add_argument(
        "--dev", type=_count, default=default.dev, metavar="N", help="pairs to tune on"
    )
    parser.add_argument(
        "--test", type=_count, default=default.test, metavar="N", help="pairs to test on"
    )
    add_seed(parser)
    choice = parser.add_mutually_exclusive_group()
    for option, text in (
        ("--without", "leave these phenomena out"),
        ("--only", "plant no other phenomena than these"),
    ):
        choice.add_argument(
            option,
            nargs="+",
            choices=NAMES,
            metavar="PHENOMENON",
            help=f"{text}: {', '.join(NAMES)}",
        )


def run(arguments: argparse.Namespace) -> None:
    """Writes the corpus."""
    phenomena = Phenomena()
    if arguments.without:
        phenomena = phenomena.without(*arguments.without)
    if arguments.only:
        phenomena = phenomena.only(*arguments.only)
    options = WorldOptions(
        arguments.pairs, arguments.dev, arguments.test, arguments.seed, phenomena
    )
    write_world(arguments.directory, options)
