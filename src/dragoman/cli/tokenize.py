"""``dragoman tokenize``: text to tokens, and the case of words."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from dragoman.cli.filters import add_language, add_streams, run_filter
from dragoman.cli.options import exclude
from dragoman.common.errors import ConfigError
from dragoman.common.files import read_lines
from dragoman.common.progress import note
from dragoman.corpus.casing import Truecaser
from dragoman.corpus.language import check_language
from dragoman.corpus.normalize import normalize
from dragoman.corpus.tokenizer import Tokenizer


def configure(parser: argparse.ArgumentParser) -> None:
    """Defines the options."""
    add_language(parser)
    add_streams(parser)
    parser.add_argument(
        "--normalize", action="store_true", help="make quotation marks, dashes and spaces ASCII"
    )
    parser.add_argument(
        "--tokenized", action="store_true", help="the input is tokenised: only change its case"
    )
    case = parser.add_mutually_exclusive_group()
    case.add_argument("--lowercase", action="store_true", help="make all letters small")
    case.add_argument(
        "--truecase", metavar="MODEL", help="give words at sentence starts their case"
    )
    case.add_argument(
        "--train-truecase", metavar="MODEL", help="write a truecasing model instead of text"
    )


def run(arguments: argparse.Namespace) -> None:
    """Runs the command."""
    steps: list[Callable[[str], str]] = []
    if arguments.normalize:
        steps.append(normalize)
    check_language(arguments.language)
    tokenizer = Tokenizer(arguments.language)
    if not arguments.tokenized:
        steps.append(tokenizer)
    exclude(arguments, "train_truecase", ("output",), "a model is written instead of text")
    if arguments.train_truecase:
        if arguments.train_truecase == arguments.input:
            raise ConfigError("the truecasing model and its training text are the same file")
        model = Truecaser.train(_lines(arguments.input, steps))
        model.write(arguments.train_truecase)
        note(f"{len(model.forms)} words in {arguments.train_truecase}")
        return
    if arguments.truecase:
        steps.append(Truecaser.read(arguments.truecase))
    if arguments.lowercase:
        steps.append(str.lower)
    run_filter(arguments, steps)


def _lines(path: str, steps: list[Callable[[str], str]]) -> Iterator[str]:
    for line in read_lines(path):
        for step in steps:
            line = step(line)
        yield line
