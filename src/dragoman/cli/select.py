"""``dragoman select``: takes the sentence pairs of a large text that are like a small text."""

from __future__ import annotations

import argparse
from functools import partial
from itertools import zip_longest
from pathlib import Path

from dragoman.cli.options import add_files, add_threads, positive
from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.io.files import open_output, read_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Defines the options."""
    parser.add_argument("--source", required=True, metavar="F", help="the large text, tokenised")
    parser.add_argument("--target", metavar="E", help="its translation, line by line")
    add_files(
        parser,
        "--like",
        "the small text: its source side, and with a second file its target side too",
        required=True,
    )
    parser.add_argument(
        "--keep", required=True, type=positive, metavar="N", help="how many lines are taken"
    )
    parser.add_argument(
        "--order", type=positive, default=4, metavar="N", help="of the language models (default: 4)"
    )
    parser.add_argument(
        "--output-prefix", required=True, metavar="P", help="writes P.source and P.target"
    )
    add_threads(parser)


def run(arguments: argparse.Namespace) -> None:
    """Runs the command."""
    from dragoman.lm.selection import cross_entropy_differences, nearest

    sides = [arguments.source, *([arguments.target] if arguments.target else [])]
    if len(arguments.like) > len(sides):
        raise ConfigError(
            f"--like has {len(arguments.like)} texts, but there are {len(sides)} to choose from"
        )
    if "-" in (*sides, *arguments.like):
        raise ConfigError("texts are read several times: expected files, not standard input")
    outputs = [f"{arguments.output_prefix}.{name}" for name in ("source", "target")[: len(sides)]]
    inputs = {Path(path).resolve() for path in (*sides, *arguments.like)}
    if clashes := inputs & {Path(path).resolve() for path in outputs}:
        raise ConfigError(f"{clashes.pop()} is both input and output")
    if len(sides) == 2:
        _check_length(*sides)
    total = None
    for large, small in zip(sides, arguments.like, strict=False):
        lines = list(read_lines(small))
        if not any(line.strip() for line in lines):
            raise ConfigError(f"{small}: expected text, found none")
        found = cross_entropy_differences(
            partial(read_lines, large), lines, arguments.order, arguments.threads
        )
        total = found if total is None else total + found
    assert total is not None
    chosen = set(nearest(total, arguments.keep))
    for path, output in zip(sides, outputs, strict=True):
        with open_output(output) as out:
            out.writelines(f"{line}\n" for n, line in enumerate(read_lines(path)) if n in chosen)
    say(f"select: took {len(chosen):,} of {len(total):,} lines")


def _check_length(source: str, target: str) -> None:
    for number, pair in enumerate(zip_longest(read_lines(source), read_lines(target)), 1):
        if None in pair:
            short = target if pair[1] is None else source
            raise ConfigError(
                f"{short}: expected as many lines as the other side has; it ends before line {number}"
            )
