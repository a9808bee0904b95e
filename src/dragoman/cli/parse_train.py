"""``dragoman parse train``: a parser or tagger from a treebank, with a word about every pass."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.progress import interactive, say
from dragoman.corpus.conllu import read_conllu
from dragoman.io.artifact_place import check_place
from dragoman.io.files import check_output, display_name, open_binary_output, read_lines
from dragoman.parse.training import SHARED, ConstituencyTraining, ParserTraining, TaggerTraining

if TYPE_CHECKING:
    from dragoman.parse.learning import TrainingPass

_T = TypeVar("_T")


def train(arguments: argparse.Namespace) -> None:
    """Trains what the options ask for and writes it."""
    if arguments.output == "-":
        raise ConfigError(
            "--output: expected the place of a model, which standard output cannot be"
        )
    options = arguments.tagger_options or arguments.parser_options
    if options and not arguments.udpipe:
        raise ConfigError("--tagger-options and --parser-options are UDPipe's: add --udpipe")
    started = time.monotonic()
    with _naming_treebank(arguments.treebank):
        if arguments.udpipe:
            _train_udpipe(arguments)
        elif arguments.tagger:
            _train_tagger(arguments)
        elif arguments.constituency:
            _train_constituency(arguments)
        else:
            _train_parser(arguments)
    say(f"{arguments.output}: trained in {time.monotonic() - started:.0f} seconds")
    if arguments.gold:
        from dragoman.cli.parse_evaluation import test
        from dragoman.parse.parsers import open_analyzer

        test(open_analyzer(arguments.output), arguments)


def _train_parser(arguments: argparse.Namespace) -> None:
    from dragoman.parse.dependency_parser import DependencyParser

    check_place(arguments.output, DependencyParser.KIND)
    if _is_bracketed(arguments.treebank):
        raise ConfigError(f"{arguments.treebank} has bracketed trees: add --constituency")
    trees = _read("trees", read_conllu(arguments.treebank))
    options = ParserTraining(**_given(arguments))
    parser = DependencyParser.train(trees, options, on_pass=_report)
    parser.save(arguments.output)


def _train_tagger(arguments: argparse.Namespace) -> None:
    from dragoman.parse.tagged_text import read_tagged
    from dragoman.parse.tagger import Tagger

    check_place(arguments.output, Tagger.KIND)
    sentences = _read("sentences", read_tagged(arguments.treebank))
    options = TaggerTraining(**_given(arguments))
    tagger = Tagger.train(sentences, options, on_pass=_report)
    tagger.save(arguments.output)


def _train_constituency(arguments: argparse.Namespace) -> None:
    from dragoman.corpus.constituency import read_trees
    from dragoman.parse.constituency_parser import ConstituencyParser

    check_place(arguments.output, ConstituencyParser.KIND)
    trees = _read("trees", read_trees(arguments.treebank))
    options = ConstituencyTraining(**_given(arguments))
    ConstituencyParser.train(trees, options, on_pass=_report).save(arguments.output)


def _is_bracketed(path: str) -> bool:
    """Whether a file (standard input is not looked at) begins with a bracket."""
    first = "" if path == "-" else next(iter(read_lines(path)), "")
    return first.startswith("(")


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings of every kind of training that were given."""
    return {name: value for name, value in vars(arguments).items() if name in SHARED}


def _read(what: str, items: Iterable[_T]) -> list[_T]:
    found = list(items)
    say(f"{len(found)} {what} to train from")
    return found


def _report(iteration: TrainingPass) -> None:
    share = 100 * iteration.right / max(1, iteration.sentences)
    say(
        f"{iteration.stage}, {iteration.number} of {iteration.total}: "
        f"{share:.1f}% of the sentences are right"
    )


def _train_udpipe(arguments: argparse.Namespace) -> None:
    from dragoman.parse.udpipe_parser import UDPipeTraining, train_udpipe

    check_output(arguments.output)
    options = UDPipeTraining(
        getattr(arguments, "iterations", UDPipeTraining().iterations),
        arguments.tagger_options,
        arguments.parser_options,
    )
    with _native_training():
        model = train_udpipe(read_conllu(arguments.treebank), options)
    with open_binary_output(arguments.output) as out:
        out.write(model)


@contextmanager
def _naming_treebank(path: str) -> Iterator[None]:
    """Errors about a sentence say which file it is in."""
    try:
        yield
    except FormatError as error:
        if error.path:
            raise
        raise FormatError(error.message, display_name(path)) from None


@contextmanager
def _native_training() -> Iterator[None]:
    """Lets Ctrl-C end UDPipe's long native call, and hides its log from a stderr nobody watches."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        if not interactive():
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        signal.signal(signal.SIGINT, before)
