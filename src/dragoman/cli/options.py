"""Options that several verbs share, each defined once."""

from __future__ import annotations

import argparse
import os


def _at_least(least: int, text: str) -> int:
    value = int(text)
    if value < least:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least {least}, got {text}")
    return value


def positive(text: str) -> int:
    """An argparse type: a whole number of at least 1."""
    return _at_least(1, text)


def count(text: str) -> int:
    """An argparse type: a whole number of at least 0."""
    return _at_least(0, text)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """``--threads N``: how many cores to use; results never depend on it."""
    parser.add_argument(
        "--threads",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="worker threads; results do not depend on it",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """``--seed N`` for everything that draws random numbers."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of random choices")
