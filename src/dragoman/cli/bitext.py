"""The aligned bitext that ``--source``, ``--target`` and ``--alignment`` name."""

from __future__ import annotations

import argparse

from dragoman.common.errors import ConfigError
from dragoman.grammar import AlignedBitext


def read_bitext(arguments: argparse.Namespace) -> AlignedBitext:
    """The three files, line by line."""
    files = arguments.source, arguments.target, arguments.alignment
    if None in files:
        raise ConfigError("expected --source, --target and --alignment")
    return AlignedBitext.read(*files)
