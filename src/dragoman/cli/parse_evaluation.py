"""``dragoman parse test``: a parser's or tagger's output compared with right trees over the same tokens."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman.parse.parser import Parser
    from dragoman.parse.tagger import Tagger
    from dragoman.parse.tree_parser import TreeParser


def test(model: Parser | Tagger | TreeParser, arguments: argparse.Namespace) -> None:
    """Prints how many words and sentences are right, and how fast that was."""
    from dragoman.parse.tagger import Tagger
    from dragoman.parse.tree_parser import TreeParser

    if isinstance(model, Tagger):
        _test_tagger(model, arguments)
    elif isinstance(model, TreeParser):
        _test_constituency(model, arguments)
    else:
        _test_parser(model, arguments)


def _test_tagger(tagger: Tagger, arguments: argparse.Namespace) -> None:
    from dragoman.parse.tagged_text import read_tagged, tag_accuracy

    gold = list(read_tagged(arguments.gold))
    started = time.monotonic()
    found = tagger.tag([words for words, _ in gold], arguments.threads)
    seconds = time.monotonic() - started
    print(f"tags       {tag_accuracy([tags for _, tags in gold], found):6.2f}%")
    _print_speed(sum(len(words) for words, _ in gold), seconds)


def _test_parser(parser: Parser, arguments: argparse.Namespace) -> None:
    from dragoman.corpus.conllu import read_conllu
    from dragoman.parse.attachment import score_attachment

    gold = list(read_conllu(arguments.gold))
    started = time.monotonic()
    parsed = parser.parse([tree.words for tree in gold], arguments.threads)
    seconds = time.monotonic() - started
    scores = score_attachment(gold, parsed)
    print(f"UPOS       {scores.percent(scores.upos):6.2f}%")
    print(f"XPOS       {scores.percent(scores.xpos):6.2f}%")
    print(f"UAS        {scores.uas:6.2f}%  heads")
    print(f"LAS        {scores.las:6.2f}%  heads and labels")
    _print_speed(scores.words, seconds)


def _test_constituency(parser: TreeParser, arguments: argparse.Namespace) -> None:
    from dragoman.corpus.constituency import read_trees
    from dragoman.parse.brackets import score_brackets

    gold = [plain for tree in read_trees(arguments.gold) if (plain := tree.strip()) is not None]
    started = time.monotonic()
    parsed = parser.parse([tree.words() for tree in gold], arguments.threads)
    seconds = time.monotonic() - started
    scores = score_brackets(gold, [tree for tree in parsed if tree is not None])
    print(f"tags       {100 * scores.right_tags / max(1, scores.words):6.2f}%")
    print(f"recall     {scores.recall:6.2f}%")
    print(f"precision  {scores.precision:6.2f}%")
    print(f"F1         {scores.f1:6.2f}%  labelled brackets")
    _print_speed(scores.words, seconds)


def _print_speed(words: int, seconds: float) -> None:
    print(f"{words} words, {words / max(seconds, 1e-9):.0f} a second")
