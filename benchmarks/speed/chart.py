"""Chart search: mean model score against processor time over pop limits, time a word by length of the line, and what
looking rules up costs beside decoding.

    python -m benchmarks.speed.chart --model MODEL --input SOURCE [--sentences 100] [--repeats 3] [--plot PICTURE.svg]
        [--moses MOSES_CHART --ini MOSES_INI]

The model's decoder must be ``chart``. All searches with all pop limits decode the same sentences in the same run, in
turns, with one thread; a time is the least processor time over the repeats, without loading, as a ratio to that of cube
pruning with the smallest limit. The last columns tell how many times as long each other search takes to the same mean
score (its time is read off the line through its points). ``--moses`` is moses_chart, which must be
built elsewhere, with the configuration that ``dragoman export`` wrote of the same model, or from which it was imported.

Then the time a word by length of the line, as a ratio to the shortest lines: lines are joined and cut anew. Beyond the
span limit it should not grow. Last, if the model looks its rules up (``lookup = "suffix-array"``), the time of that as
a ratio to the time of decoding.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.support.curve import Point, print_curves, print_lengths
from benchmarks.support.moses_chart import MosesChart
from benchmarks.support.picture import curves
from dragoman.grammar import OnTheFlyRules, RuleTable
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.search import ChartDecoder, Input, Result

SEARCHES = ("cube", "guided")
MOSES = "moses"
POP_LIMITS = (5, 10, 30, 100, 300, 1000)
LENGTHS = (10, 20, 40, 80, 160, 320)


Lines = Sequence[Sequence[str]]


def decode(
    model: Model, lines: Lines, rules: RuleTable | None = None, **changes: Any
) -> tuple[float, list[Result]]:
    """Processor time and translations."""
    options = replace(model.options, **changes)
    decoder = ChartDecoder(rules or model.rules, model.lms, model.weights, options)
    inputs = [Input(line) for line in lines]
    begin = time.process_time()
    results = decoder.decode(inputs)
    return time.process_time() - begin, results


def of_marks(model: Model) -> float:
    """What Moses scores more: the marks of a sentence's begin and end are words and rules there, joined by glue."""
    weights = model.weights
    return 2 * (weights["phrase_penalty"] - weights["word_penalty"]) + weights["glue"]


def measure(
    model: Model, lines: Lines, repeats: int, moses: MosesChart | None
) -> dict[str, list[Point]]:
    """Time and mean model score of all searches with every pop limit."""
    names = (*SEARCHES, MOSES) if moses else SEARCHES
    rules = model.rules.rules_for(lines)
    points: dict[str, list[Point]] = {name: [] for name in names}
    for number, limit in enumerate(POP_LIMITS):
        for _ in range(repeats):
            for name in names:
                if name == MOSES and moses:
                    spent, score = moses.decode(lines, limit)
                    score -= of_marks(model)
                else:
                    spent, results = decode(model, lines, rules, pop_limit=limit, search=name)
                    score = sum(result.score for result in results) / len(results)
                if len(points[name]) == number:
                    points[name].append((spent, score))
                points[name][number] = (min(spent, points[name][number][0]), score)
    return points


def compare_lengths(model: Model, lines: Lines) -> None:
    """Time a word of lines of several lengths."""
    rules = model.rules.rules_for(lines)
    words = [word for line in lines for word in line]
    print_lengths(words, LENGTHS, lambda cut: decode(model, cut, rules)[0])


def compare_look_up(model: Model, lines: Lines) -> None:
    """Looking the rules of every line up, against decoding it with them."""
    if not isinstance(model.rules, OnTheFlyRules):
        return
    rules = OnTheFlyRules(model.rules.grammar, model.rules.options, cache=0)
    spent, searched = 0.0, 0.0
    for line in lines:
        begin = time.process_time()
        table = rules.rules_for([line])
        spent += time.process_time() - begin
        searched += decode(model, [line], table)[0]
    print(f"\nlook-up (nothing remembered) / decoding: {spent / searched:.2f}")


def main() -> None:
    """Reads the arguments and prints the tables."""
    parser = argparse.ArgumentParser(description="what chart search costs")
    parser.add_argument("--model", required=True)
    parser.add_argument("--input", required=True)
    parser.add_argument("--sentences", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--moses")
    parser.add_argument("--ini")
    arguments = parser.parse_args()
    if bool(arguments.moses) != bool(arguments.ini):
        parser.error("--moses and --ini go together")
    model = Model.open(arguments.model)
    lines = [line.split() for line in islice(read_lines(arguments.input), arguments.sentences)]
    moses = MosesChart(arguments.moses, arguments.ini) if arguments.moses else None
    points = measure(model, lines, arguments.repeats, moses)
    print_curves(points, dict.fromkeys(points, POP_LIMITS), sum(map(len, lines)))
    if arguments.plot:
        words = {"x": "processor seconds", "y": "mean model score"}
        arguments.plot.write_text(curves(points, **words), encoding="utf-8")
    compare_lengths(model, lines)
    compare_look_up(model, lines)


if __name__ == "__main__":
    main()
