"""``dragoman clean``: drops unsuitable sentence pairs; everything parallel stays in step."""

from __future__ import annotations

import argparse
from pathlib import Path

from dragoman.cli.options import positive
from dragoman.common.errors import ConfigError
from dragoman.common.progress import say
from dragoman.corpus.cleaning import CleanOptions, clean_files


def configure(parser: argparse.ArgumentParser) -> None:
    """Defines the options."""
    defaults = CleanOptions()
    parser.add_argument("--source", required=True, metavar="F", help="source text, one a line")
    parser.add_argument("--target", metavar="E", help="its translation, line by line")
    parser.add_argument(
        "--output-prefix",
        required=True,
        metavar="P",
        help="writes P.source, P.target, P.docs and P.extra1, P.extra2, ...",
    )
    parser.add_argument("--docs", metavar="D", help="document ids, line by line")
    parser.add_argument(
        "--extra", nargs="*", default=[], metavar="X", help="further parallel files, kept in step"
    )
    parser.add_argument(
        "--min", type=positive, default=defaults.shortest, metavar="N", help="shortest, in tokens"
    )
    parser.add_argument(
        "--max", type=positive, default=defaults.longest, metavar="N", help="longest, in tokens"
    )
    parser.add_argument(
        "--ratio",
        type=float,
        default=defaults.ratio,
        metavar="R",
        help="how many times as long as the other a sentence may be",
    )
    parser.add_argument("--dedupe", action="store_true", help="keep only the first of equal pairs")
    parser.add_argument(
        "--keep-controls", action="store_true", help="leave control characters and spaces alone"
    )


def run(arguments: argparse.Namespace) -> None:
    """Runs the verb."""
    if arguments.min > arguments.max:
        raise ConfigError(f"--min {arguments.min} is larger than --max {arguments.max}")
    if not arguments.ratio >= 1:
        raise ConfigError(f"--ratio must be at least 1, got {arguments.ratio}")
    options = CleanOptions(
        shortest=arguments.min,
        longest=arguments.max,
        ratio=arguments.ratio,
        deduplicate=arguments.dedupe,
        controls=not arguments.keep_controls,
    )
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
