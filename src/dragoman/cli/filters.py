"""Filters: commands that turn each line of input into one line of output."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from dragoman.io.files import open_output, read_lines


def add_streams(parser: argparse.ArgumentParser) -> None:
    """``--input`` and ``--output``, standard input and output unless given."""
    parser.add_argument("--input", default="-", metavar="FILE", help="text, one sentence a line")
    parser.add_argument("--output", default="-", metavar="FILE", help="where the result goes")


def add_language(parser: argparse.ArgumentParser) -> None:
    """``--language CODE``."""
    parser.add_argument(
        "--language",
        "-l",
        default="en",
        metavar="CODE",
        help="de, en, es, fr, it, ja, nl, pt, zh have rules of their own; others get common ones",
    )


def run_filter(arguments: argparse.Namespace, steps: list[Callable[[str], str]]) -> None:
    """Sends every line through all steps."""
    with open_output(arguments.output) as out:
        for line in read_lines(arguments.input):
            for step in steps:
                line = step(line)
            out.write(line)
            out.write("\n")
