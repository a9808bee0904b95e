"""``--features FILE.py``: features of the search that a user wrote."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman.model import Model


def add_features(parser: argparse.ArgumentParser) -> None:
    """``--features FILE.py``."""
    parser.add_argument("--features", metavar="FILE.py", help="features of the search in Python")


def bring_features(model: Model, arguments: argparse.Namespace) -> None:
    """Gives the model the features of the file."""
    if arguments.features:
        from dragoman.model.requests.feature_file import read_features

        model.features = tuple(read_features(arguments.features))
