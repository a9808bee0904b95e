"""How good and how fast the parsers are that ``dragoman parse train`` makes, with gold tokens and predicted tags.

python -m benchmarks.speed.parse dependencies TRAIN.conllu TEST.conllu ...
python -m benchmarks.speed.parse constituency TRAIN.trees TEST.trees ...
python -m benchmarks.speed.parse tags TRAIN TEST ...

Trains with the default options (``--keep MODEL`` saves the model) and prints accuracy on every test file. Seconds
are processor time; words a second are on one core, from tokens in Python to trees in Python.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import read_trees
from dragoman.parse.attachment import score_attachment
from dragoman.parse.brackets import score_brackets
from dragoman.parse.constituency_parser import ConstituencyParser
from dragoman.parse.dependency_parser import DependencyParser
from dragoman.parse.tagged_text import read_tagged, tag_accuracy
from dragoman.parse.tagger import Tagger


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    before = time.process_time()
    result = work()
    return result, time.process_time() - before


@dataclass(frozen=True)
class Trained:
    """One kind of model: how it is trained, used and scored."""

    read: Callable[[str], list[Any]]
    words: Callable[[Any], list[str]]
    train: Callable[..., Any]
    use: Callable[[Any, list[list[str]]], list[Any]]
    score: Callable[[list[Any], list[Any]], str]

    def run(self, train: str, tests: list[str], keep: str | None) -> None:
        """Trains, and prints how it does on every test file."""
        known = self.read(train)
        model, seconds = _timed(lambda: self.train(known, on_pass=print))
        print(f"trained on {sum(len(self.words(one)) for one in known)} words in {seconds:.0f} s")
        if keep:
            model.save(keep)
        for test in tests:
            gold = self.read(test)
            words = [self.words(one) for one in gold]
            found, seconds = _timed(partial(self.use, model, words))
            speed = sum(map(len, words)) / seconds
            print(f"{test}: {self.score(gold, found)}, {speed:.0f} words a second")


def _attachment(gold: list[Any], parsed: list[Any]) -> str:
    scores = score_attachment(gold, parsed)
    return (
        f"UPOS {scores.percent(scores.upos):.2f} XPOS {scores.percent(scores.xpos):.2f} "
        f"UAS {scores.uas:.2f} LAS {scores.las:.2f}"
    )


def _brackets(gold: list[Any], parsed: list[Any]) -> str:
    scores = score_brackets(gold, parsed)
    return (
        f"tags {100 * scores.right_tags / scores.words:.2f} recall {scores.recall:.2f} "
        f"precision {scores.precision:.2f} F1 {scores.f1:.2f}"
    )


def _stripped(path: str) -> list[Any]:
    return [tree for tree in (tree.strip() for tree in read_trees(path)) if tree]


KINDS = {
    "dependencies": Trained(
        lambda path: list(read_conllu(path)),
        lambda tree: list(tree.words),
        DependencyParser.train,
        lambda parser, words: parser.parse(words),
        _attachment,
    ),
    "constituency": Trained(
        _stripped,
        lambda tree: list(tree.words()),
        ConstituencyParser.train,
        lambda parser, words: parser.parse(words),
        _brackets,
    ),
    "tags": Trained(
        lambda path: list(read_tagged(path)),
        lambda sentence: list(sentence[0]),
        Tagger.train,
        lambda tagger, words: tagger.tag(words),
        lambda gold, found: f"tags {tag_accuracy([tags for _, tags in gold], found):.2f}",
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("train")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--keep", metavar="MODEL")
    arguments = parser.parse_args()
    KINDS[arguments.kind].run(arguments.train, arguments.tests, arguments.keep)


if __name__ == "__main__":
    main()
