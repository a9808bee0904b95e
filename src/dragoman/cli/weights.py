"""``--weights``: other weights than the model's own."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dragoman.cli.options import add_list

if TYPE_CHECKING:
    from dragoman.model import Model


def add_weights(parser: argparse._ActionsContainer) -> None:
    """``--weights FILE|NAME=VALUE``."""
    add_list(
        parser,
        "--weights",
        str,
        "weights instead of the model's: name=value, a TOML file with such lines, or another model",
        metavar="FILE|NAME=VALUE",
    )


def set_weights(model: Model, arguments: argparse.Namespace) -> None:
    """Gives the model the weights that were given; a name that is no feature's is refused."""
    if arguments.weights:
        from dragoman.model.weights import parse_weights

        model.weights.update(parse_weights(arguments.weights))
