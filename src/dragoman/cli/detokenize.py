"""``dragoman detokenize``: tokens to text."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from dragoman.cli.filters import add_language, add_streams, run_filter
from dragoman.corpus.casing import recase
from dragoman.corpus.detokenizer import Detokenizer
from dragoman.corpus.language import check_language


def configure(parser: argparse.ArgumentParser) -> None:
    """Defines the options."""
    add_language(parser)
    add_streams(parser)
    parser.add_argument(
        "--recase", action="store_true", help="give sentences a capital at the start"
    )


def run(arguments: argparse.Namespace) -> None:
    """Runs the command."""
    check_language(arguments.language)
    steps: list[Callable[[str], str]] = [recase] if arguments.recase else []
    run_filter(arguments, [*steps, Detokenizer(arguments.language)])
