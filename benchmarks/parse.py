"""How good and how fast the parsers are that ``dragoman parse --train`` makes, with gold tokens and predicted tags.

python benchmarks/parse.py dependencies TRAIN.conllu TEST.conllu ...
python benchmarks/parse.py constituency TRAIN.trees TEST.trees ...
python benchmarks/parse.py tags TRAIN TEST ...

Trains with the default options (``--keep MODEL`` saves the model) and prints accuracy on every test file. Seconds
are processor time; words a second are on one core, from tokens in Python to trees in Python.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.constituency import read_trees
from dragoman.parse.attachment import score_attachment
from dragoman.parse.brackets import score_brackets
from dragoman.parse.constituency_parser import train_constituency_parser
from dragoman.parse.dependency_parser import train_parser
from dragoman.parse.tagged_text import read_tagged, tag_accuracy
from dragoman.parse.tagger import train_tagger


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    before = time.process_time()
    result = work()
    return result, time.process_time() - before


def _dependencies(train: str, tests: list[str], keep: str | None) -> None:
    trees = list(read_conllu(train))
    parser, seconds = _timed(lambda: train_parser(trees, report=print))
    print(f"trained on {sum(map(len, trees))} words in {seconds:.0f} s")
    if keep:
        parser.save(keep)
    for test in tests:
        gold = list(read_conllu(test))
        parsed, seconds = _timed(lambda gold=gold: parser.parse([tree.words for tree in gold]))
        scores = score_attachment(gold, parsed)
        print(
            f"{test}: UPOS {scores.percent(scores.upos):.2f} XPOS {scores.percent(scores.xpos):.2f} "
            f"UAS {scores.uas:.2f} LAS {scores.las:.2f}, {scores.words / seconds:.0f} words a second"
        )


def _constituency(train: str, tests: list[str], keep: str | None) -> None:
    trees = list(read_trees(train))
    parser, seconds = _timed(lambda: train_constituency_parser(trees, report=print))
    print(f"trained on {sum(map(len, trees))} words in {seconds:.0f} s")
    if keep:
        parser.save(keep)
    for test in tests:
        gold = [tree for tree in (tree.strip() for tree in read_trees(test)) if tree]
        parsed, seconds = _timed(lambda gold=gold: parser.parse([tree.words() for tree in gold]))
        scores = score_brackets(gold, parsed)
        print(
            f"{test}: tags {100 * scores.right_tags / scores.words:.2f} recall {scores.recall:.2f} "
            f"precision {scores.precision:.2f} F1 {scores.f1:.2f}, {scores.words / seconds:.0f} words a second"
        )


def _tags(train: str, tests: list[str], keep: str | None) -> None:
    sentences = list(read_tagged(train))
    tagger, seconds = _timed(lambda: train_tagger(sentences, report=print))
    print(f"trained on {sum(len(words) for words, _ in sentences)} words in {seconds:.0f} s")
    if keep:
        tagger.save(keep)
    for test in tests:
        gold = list(read_tagged(test))
        words = [words for words, _ in gold]
        found, seconds = _timed(lambda words=words: tagger.tag(words))
        accuracy = tag_accuracy([tags for _, tags in gold], found)
        speed = sum(map(len, words)) / seconds
        print(f"{test}: tags {accuracy:.2f}, {speed:.0f} words a second")


KINDS = {"dependencies": _dependencies, "constituency": _constituency, "tags": _tags}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("train")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--keep", metavar="MODEL")
    arguments = parser.parse_args()
    KINDS[arguments.kind](arguments.train, arguments.tests, arguments.keep)


if __name__ == "__main__":
    main()
