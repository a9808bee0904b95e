"""``dragoman clean``: drops unsuitable sentence pairs; everything parallel stays in step."""

from __future__ import annotations

import argparse
from pathlib import Path

from dragoman.cli.options import add_files
from dragoman.cli.settings import add_settings, given
from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.corpus.cleaning import CleanOptions, clean_files


def configure(parser: argparse.ArgumentParser) -> None:
    """Defines the options."""
    parser.add_argument("--source", required=True, metavar="F", help="source text, one a line")
    parser.add_argument("--target", metavar="E", help="its translation, line by line")
    parser.add_argument(
        "--output-prefix",
        required=True,
        metavar="P",
        help="writes P.source, P.target, P.docs and P.extra1, P.extra2, ...",
    )
    parser.add_argument("--docs", metavar="D", help="document ids, line by line")
    add_files(parser, "--extra", "further parallel files, kept in step", default=(), metavar="X")
    add_settings(parser, CleanOptions, "what is kept")
    parser.add_argument(
        "--keep-controls", action="store_true", help="leave control characters and blanks alone"
    )


def run(arguments: argparse.Namespace) -> None:
    """Runs the command."""
    options = CleanOptions(**given(arguments, CleanOptions), controls=not arguments.keep_controls)
    judged = [("source", arguments.source)]
    if arguments.target:
        judged.append(("target", arguments.target))
    extra = [("docs", arguments.docs)] if arguments.docs else []
    extra += [(f"extra{i}", path) for i, path in enumerate(arguments.extra, 1)]
    inputs = [path for _, path in judged + extra]
    if inputs.count("-") > 1:
        raise ConfigError("only one of the files can be standard input")
    outputs = [f"{arguments.output_prefix}.{name}" for name, _ in judged + extra]
    clashes = {Path(p).resolve() for p in inputs if p != "-"} & {Path(p).resolve() for p in outputs}
    if clashes:
        raise ConfigError(f"{clashes.pop()} is both input and output")
    say(str(clean_files(inputs, outputs, options, len(judged))))
