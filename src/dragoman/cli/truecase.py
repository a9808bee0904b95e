"""``dragoman truecase``: the case of words at sentence starts, learned from tokenized text and applied to it."""

from __future__ import annotations

import argparse

from dragoman.cli.filters import add_streams, run_filter
from dragoman.cli.options import add_model
from dragoman.common.errors import ConfigError
from dragoman.common.progress import note
from dragoman.corpus.casing import Truecaser
from dragoman.io.files import read_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    train = actions.add_parser("train", help="learn the usual case of words from tokenized text")
    add_model(train, "the file to write")
    train.add_argument("--input", default="-", metavar="FILE", help="tokens, one sentence a line")
    apply = actions.add_parser("apply", help="give words at sentence starts their case")
    add_model(apply, "a file that train wrote")
    add_streams(apply)


def run(arguments: argparse.Namespace) -> None:
    """Run an action."""
    if arguments.action == "apply":
        run_filter(arguments, [Truecaser.open(arguments.model)])
        return
    if arguments.model == arguments.input:
        raise ConfigError("the truecasing model and its training text are the same file")
    model = Truecaser.train(read_lines(arguments.input))
    model.save(arguments.model)
    note(f"{len(model.forms)} words in {arguments.model}")
