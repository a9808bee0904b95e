"""``dragoman parse``: tokens to dependency trees in CoNLL-U, or a parser from a treebank."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

from dragoman.cli.options import positive
from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.files import check_output, display_name, open_binary_output, open_output
from dragoman.common.progress import interactive
from dragoman.corpus.conllu import print_conllu, read_conllu
from dragoman.corpus.dependency import DependencyTree
from dragoman.corpus.parallel import read_parallel
from dragoman.corpus.words import split_words
from dragoman.syntax.parser import Parser
from dragoman.syntax.parsers import load_parser

_BATCH = 200


def configure(parser: argparse.ArgumentParser) -> None:
    """Defines the options."""
    parser.add_argument(
        "-m",
        "--model",
        metavar="MODEL",
        help="a UDPipe model, or spacy:NAME, or stanza:LANGUAGE",
    )
    parser.add_argument("--input", default="-", metavar="FILE", help="tokens, one sentence a line")
    parser.add_argument("--docs", metavar="FILE", help="document ids, line by line")
    parser.add_argument("--output", default="-", metavar="FILE", help="the trees, or the model")
    parser.add_argument(
        "--train", metavar="TREEBANK", help="train a UDPipe model from CoNLL-U; needs --output"
    )
    parser.add_argument(
        "--iterations", type=positive, default=10, metavar="N", help="passes over the treebank"
    )
    parser.add_argument("--tagger-options", default="", metavar="O", help="UDPipe's own, a=1;b=2")
    parser.add_argument("--parser-options", default="", metavar="O", help="UDPipe's own, a=1;b=2")


def run(arguments: argparse.Namespace) -> None:
    """Runs the verb."""
    if arguments.train:
        _train(arguments)
        return
    if not arguments.model:
        raise ConfigError("expected -m MODEL to parse with, or --train TREEBANK")
    parser = load_parser(arguments.model)
    with open_output(arguments.output) as out:
        print_conllu(out, _trees(parser, arguments))


def _trees(parser: Parser, arguments: argparse.Namespace) -> Iterator[DependencyTree]:
    sentences = read_parallel(arguments.input, docs=arguments.docs)
    number = 0
    while batch := list(islice(sentences, _BATCH)):
        trees = parser.parse([split_words(sentence.source) for sentence in batch])
        for sentence, tree in zip(batch, trees, strict=True):
            number += 1
            comments = (f"sent_id = {number}", f"text = {' '.join(tree.words)}".rstrip())
            yield replace(tree, document=sentence.document, comments=comments)


def _train(arguments: argparse.Namespace) -> None:
    from dragoman.syntax.udpipe_parser import UDPipeTraining, train_udpipe

    if arguments.output == "-":
        raise ConfigError("expected --output MODEL, the file for the parser")
    check_output(arguments.output)
    options = UDPipeTraining(
        arguments.iterations, arguments.tagger_options, arguments.parser_options
    )
    try:
        with _native_training():
            model = train_udpipe(read_conllu(arguments.train), options)
    except FormatError as error:
        if error.path:
            raise
        raise FormatError(error.message, display_name(arguments.train)) from None
    with open_binary_output(arguments.output) as out:
        out.write(model)


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
