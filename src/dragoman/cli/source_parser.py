"""``--parser PARSER``: what makes the trees of sentences that come without one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman.model import Model

NONE = "none"


def add_parser(parser: argparse._ActionsContainer) -> None:
    """Add ``--parser PARSER``."""
    parser.add_argument(
        "--parser",
        metavar="PARSER",
        help="what parses source sentences that come without a tree: a parser made by parse train, a UDPipe model, "
        "spacy:NAME, stanza:LANGUAGE, or none (default: the model's, if it has one)",
    )


def bring_parser(model: Model, arguments: argparse.Namespace) -> None:
    """Give the model the parser that was asked for."""
    if arguments.parser is not None:
        model.parser = None if arguments.parser == NONE else arguments.parser
