"""``dragoman quickstart``: see it work, from text to explained translations, in a few minutes."""

from __future__ import annotations

import argparse

from dragoman.cli.options import add_threads, positive


def configure(parser: argparse.ArgumentParser) -> None:
    """Options of ``dragoman quickstart``."""
    parser.add_argument(
        "--directory", default="dragoman-quickstart", metavar="DIR", help="where it works"
    )
    parser.add_argument("--pairs", type=positive, default=8000, metavar="N", help="training pairs")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> int:
    """Trains, tunes, compares and explains."""
    from pathlib import Path

    from dragoman.experiment.quickstart import run_quickstart

    run_quickstart(Path(arguments.directory), arguments.threads, arguments.pairs)
    return 0
