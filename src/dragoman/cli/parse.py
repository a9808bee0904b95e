"""``dragoman parse``: a parser or tagger from a treebank, how good it is, and tokens to trees or tags."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from dragoman.cli.options import add_model, add_threads
from dragoman.cli.settings import add_settings
from dragoman.common.errors import ConfigError
from dragoman.parse.training import SHARED, ParserTraining

if TYPE_CHECKING:
    from dragoman.corpus.dependency import DependencyTree
    from dragoman.corpus.document import Sentence
    from dragoman.parse.parser import Parser
    from dragoman.parse.tagger import Tagger
    from dragoman.parse.tree_parser import TreeParser

_BATCH = 500
_MODEL = (
    "a parser or tagger made by train, a UDPipe model, spacy:NAME or stanza:LANGUAGE; for bracketed trees "
    "benepar:NAME or stanza-trees:LANGUAGE"
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _configure_train(actions.add_parser("train", help="train a parser or tagger from a treebank"))
    test = actions.add_parser("test", help="compare a model's output with right trees or tags")
    add_model(test, _MODEL)
    test.add_argument("gold", metavar="GOLD", help="a treebank; its words are parsed again")
    add_threads(test)
    _configure_apply(actions.add_parser("apply", help="parse or tag text"))


def _configure_apply(parser: argparse.ArgumentParser) -> None:
    add_model(parser, _MODEL)
    parser.add_argument("--input", default="-", metavar="FILE", help="tokens, one sentence a line")
    parser.add_argument("--docs", metavar="FILE", help="document ids, line by line")
    parser.add_argument("--output", default="-", metavar="FILE", help="the trees or tags")
    parser.add_argument(
        "--format",
        choices=("conllu", "tags", "trees"),
        help="what to write: CoNLL-U (default of dependency parsers), word|TAG lines (of taggers), "
        "bracketed trees, one a line (of constituency parsers)",
    )
    add_threads(parser)


def _configure_train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "treebank", metavar="TREEBANK", help="CoNLL-U, or bracketed trees with --constituency"
    )
    parser.add_argument("--output", required=True, metavar="MODEL", help="where the model goes")
    parser.add_argument("--test", dest="gold", metavar="GOLD", help="test the model at the end")
    add_threads(parser)
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--tagger", action="store_true", help="train a tagger only, from CoNLL-U or word|TAG lines"
    )
    kinds.add_argument(
        "--constituency",
        action="store_true",
        help="train a constituency parser, from bracketed trees",
    )
    kinds.add_argument("--udpipe", action="store_true", help="train a UDPipe model instead")
    parser.add_argument("--tagger-options", default="", metavar="O", help="UDPipe's own, a=1;b=2")
    parser.add_argument("--parser-options", default="", metavar="O", help="UDPipe's own, a=1;b=2")
    add_settings(
        parser,
        ParserTraining,
        "training",
        only=SHARED,
        defaults="10 passes and a beam of 8 for parsers, 8 and 4 for taggers",
    )


def run(arguments: argparse.Namespace) -> None:
    """Run an action."""
    if arguments.action == "train":
        from dragoman.cli.parse_train import train

        train(arguments)
        return
    from dragoman.parse.parsers import open_analyzer
    from dragoman.parse.tagger import Tagger
    from dragoman.parse.tree_parser import TreeParser

    model = open_analyzer(arguments.model)
    if arguments.action == "test":
        from dragoman.cli.parse_evaluation import test

        test(model, arguments)
        return
    if isinstance(model, Tagger):
        _check_format(arguments, "tagger", ("tags", "conllu"))
        _tag(model, arguments)
    elif isinstance(model, TreeParser):
        _check_format(arguments, "constituency parser", ("trees", "tags"))
        _bracket(model, arguments)
    else:
        _check_format(arguments, "dependency parser", ("conllu", "tags"))
        _parse(model, arguments)


def _check_format(arguments: argparse.Namespace, kind: str, formats: tuple[str, ...]) -> None:
    if arguments.format not in (None, *formats):
        expected = " or ".join(formats)
        raise ConfigError(f"{arguments.model} is a {kind}: expected --format {expected}")


def _batches(arguments: argparse.Namespace) -> Iterator[list[Sentence]]:
    from dragoman.corpus.parallel import read_parallel

    sentences = read_parallel(arguments.input, docs=arguments.docs)
    while batch := list(islice(sentences, _BATCH)):
        yield batch


def _parse(parser: Parser, arguments: argparse.Namespace) -> None:
    from dragoman.corpus.conllu import print_conllu
    from dragoman.io.files import open_output
    from dragoman.parse.tagged_text import format_tagged
    from dragoman.parse.tags import tags_of

    with open_output(arguments.output) as out:
        if arguments.format != "tags":
            print_conllu(out, _trees(parser, arguments))
            return
        for tree in _trees(parser, arguments):
            out.write(format_tagged(tree.words, tags_of(tree)) + "\n")


def _trees(parser: Parser, arguments: argparse.Namespace) -> Iterator[DependencyTree]:
    from dragoman.corpus.words import split_words

    number = 0
    for batch in _batches(arguments):
        words = [split_words(sentence.source) for sentence in batch]
        trees = parser.parse(words, arguments.threads)
        for sentence, tree in zip(batch, trees, strict=True):
            number += 1
            comments = (f"sent_id = {number}", f"text = {' '.join(tree.words)}".rstrip())
            yield replace(tree, document=sentence.document, comments=comments)


def _tag(tagger: Tagger, arguments: argparse.Namespace) -> None:
    from dragoman.corpus.words import split_words
    from dragoman.io.files import open_output
    from dragoman.parse.tagged_text import format_tagged, format_tagged_conllu

    number = 0
    with open_output(arguments.output) as out:
        for batch in _batches(arguments):
            sentences = [split_words(sentence.source) for sentence in batch]
            for words, tags in zip(
                sentences, tagger.tag(sentences, arguments.threads), strict=True
            ):
                number += 1
                if arguments.format == "conllu":
                    out.write(format_tagged_conllu(words, tags, number))
                else:
                    out.write(format_tagged(words, tags) + "\n")


def _bracket(parser: TreeParser, arguments: argparse.Namespace) -> None:
    """Bracketed trees, one a line; an empty line stays empty."""
    from dragoman.corpus.constituency import print_trees
    from dragoman.corpus.words import split_words
    from dragoman.io.files import open_output
    from dragoman.parse.tagged_text import format_tagged
    from dragoman.parse.tags import Tag

    with open_output(arguments.output) as out:
        for batch in _batches(arguments):
            words = [split_words(sentence.source) for sentence in batch]
            trees = parser.parse(words, arguments.threads)
            if arguments.format != "tags":
                print_trees(out, trees)
                continue
            for tree in trees:
                tags = [Tag("", name) for name in tree.tags()] if tree else []
                out.write(format_tagged(tree.words() if tree else (), tags) + "\n")
