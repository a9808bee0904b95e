"""``dragoman tokenize``: text to tokens."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from dragoman.cli.filters import add_language, add_streams, run_filter
from dragoman.corpus.casing import Truecaser
from dragoman.corpus.language import check_language
from dragoman.corpus.normalize import normalize
from dragoman.corpus.tokenizer import Tokenizer


def configure(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    add_language(parser)
    add_streams(parser)
    parser.add_argument(
        "--normalize", action="store_true", help="make quotation marks, dashes and spaces ASCII"
    )
    case = parser.add_mutually_exclusive_group()
    case.add_argument("--lowercase", action="store_true", help="make all letters small")
    case.add_argument(
        "--truecase",
        metavar="MODEL",
        help="give words at sentence starts their case, by a model of truecase train",
    )


def run(arguments: argparse.Namespace) -> None:
    """Run the command."""
    check_language(arguments.language)
    steps: list[Callable[[str], str]] = [normalize] if arguments.normalize else []
    steps.append(Tokenizer(arguments.language))
    if arguments.truecase:
        steps.append(Truecaser.open(arguments.truecase))
    if arguments.lowercase:
        steps.append(str.lower)
    run_filter(arguments, steps)
