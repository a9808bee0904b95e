"""Options that several verbs share, each defined once."""

from __future__ import annotations

import argparse
import os

from dragoman.cli.settings import argument
from dragoman.common.kinds import Whole

positive = argument(Whole(1))
"""An argparse type: a whole number of at least 1."""
count = argument(Whole(0))
"""An argparse type: a whole number of at least 0."""


def add_threads(parser: argparse.ArgumentParser) -> None:
    """``--threads N``: how many cores to use; results never depend on it."""
    parser.add_argument(
        "--threads",
        type=argument(Whole(1, 4096)),
        default=os.cpu_count() or 1,
        metavar="N",
        help="worker threads; results do not depend on it",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """``--seed N`` for everything that draws random numbers."""
    parser.add_argument("--seed", type=count, default=1, metavar="N", help="seed of random choices")
