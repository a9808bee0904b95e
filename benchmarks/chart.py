"""Chart search: mean model score against processor time over pop limits, and time a word by length of the line.

    python benchmarks/chart.py --model MODEL --input SOURCE [--sentences 100] [--repeats 3]

The model's decoder must be ``chart``. Both searches with all pop limits decode the same sentences in the same run, in
turns; a time is the least processor time over the repeats, as a ratio to that of cube pruning with the smallest limit.
The last column tells how much faster grouped search is than cube pruning at the same mean score (times of cube pruning
are read off the line through its points). Then the time a word by length of the line, as a ratio to the shortest lines:
lines are joined and cut anew. Beyond the span limit it should not grow.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

from dragoman.common.files import read_lines
from dragoman.model import Model
from dragoman.search import ChartDecoder, Input, Result

SEARCHES = ("cube", "grouped")
POP_LIMITS = (5, 10, 30, 100, 300, 1000)
LENGTHS = (10, 20, 40, 80, 160, 320)


Point = tuple[float, float]
"""Processor time and mean model score."""


def decode(
    model: Model, lines: Sequence[Sequence[str]], **changes: Any
) -> tuple[float, list[Result]]:
    """Processor time and translations."""
    options = replace(model.options, **changes)
    decoder = ChartDecoder(model.rules, model.lms, model.weights, options)
    inputs = [Input(line) for line in lines]
    begin = time.process_time()
    results = decoder.decode(inputs)
    return time.process_time() - begin, results


def time_at(score: float, points: Sequence[Point]) -> float | None:
    """The time at which a search reaches a score, between two points that it does; None beyond the last."""
    for (time_0, score_0), (time_1, score_1) in pairwise(points):
        if score_0 <= score <= score_1:
            share = (score - score_0) / (score_1 - score_0) if score_1 > score_0 else 0.0
            return time_0 + share * (time_1 - time_0)
    return None


def compare_limits(model: Model, lines: Sequence[Sequence[str]], repeats: int) -> None:
    """Time and mean model score of both searches with every pop limit."""
    points: dict[tuple[str, int], Point] = {}
    for _ in range(repeats):
        for limit in POP_LIMITS:
            for search in SEARCHES:
                spent, results = decode(model, lines, pop_limit=limit, search=search)
                score = sum(result.score for result in results) / len(results)
                known = points.get((search, limit), (spent, score))
                points[search, limit] = (min(spent, known[0]), score)
    cube = [points["cube", limit] for limit in POP_LIMITS]
    print("search   pop limit  time (ratio)  mean model score  times cube pruning at this score")
    for search in SEARCHES:
        for limit in POP_LIMITS:
            spent, score = points[search, limit]
            other = None if search == "cube" else time_at(score, cube)
            faster = "" if other is None else f"{other / spent:.2f}"
            print(f"{search:7}  {limit:9}  {spent / cube[0][0]:12.2f}  {score:16.3f}  {faster:>33}")


def compare_lengths(model: Model, lines: Sequence[Sequence[str]]) -> None:
    """Time a word of lines of several lengths."""
    words = [word for line in lines for word in line]
    print("\nwords  time a word (ratio)")
    shortest = None
    for length in LENGTHS:
        cut = [words[i : i + length] for i in range(0, len(words) - length + 1, length)]
        if cut:
            spent, _ = decode(model, cut)
            each = spent / (len(cut) * length)
            shortest = shortest or each
            print(f"{length:5}  {each / shortest:19.2f}")


def main() -> None:
    """Reads the arguments and prints the tables."""
    parser = argparse.ArgumentParser(description="what chart search costs")
    parser.add_argument("--model", required=True)
    parser.add_argument("--input", required=True)
    parser.add_argument("--sentences", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    model = Model.open(arguments.model)
    lines = [line.split() for line in islice(read_lines(arguments.input), arguments.sentences)]
    compare_limits(model, lines, arguments.repeats)
    compare_lengths(model, lines)


if __name__ == "__main__":
    main()
