"""Chart search: mean model score against processor time over pop limits, and time a word by length of the line.

    python benchmarks/chart.py --model MODEL --input SOURCE [--sentences 100] [--repeats 3]

The model's decoder must be ``chart``. All pop limits decode the same sentences in the same run, in turns; a limit's
time is the least processor time over the repeats, as a ratio to that of the smallest limit. Then milliseconds a word
by length of the line: lines are joined and cut anew. Beyond the span limit the time should not grow.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from dragoman.common.files import read_lines
from dragoman.model import Model
from dragoman.search import ChartDecoder, Input, Result

POP_LIMITS = (10, 30, 100, 300, 1000)
LENGTHS = (10, 20, 40, 80, 160, 320)


def decode(
    model: Model, lines: Sequence[Sequence[str]], pop_limit: int
) -> tuple[float, list[Result]]:
    """Processor time and translations."""
    options = replace(model.options, pop_limit=pop_limit)
    decoder = ChartDecoder(model.rules, model.lms, model.weights, options)
    inputs = [Input(line) for line in lines]
    begin = time.process_time()
    results = decoder.decode(inputs)
    return time.process_time() - begin, results


def compare_limits(model: Model, lines: Sequence[Sequence[str]], repeats: int) -> None:
    """Time and mean model score of every pop limit."""
    times: dict[int, float] = {}
    scores: dict[int, float] = {}
    for _ in range(repeats):
        for limit in POP_LIMITS:
            spent, results = decode(model, lines, limit)
            times[limit] = min(spent, times.get(limit, spent))
            scores[limit] = sum(result.score for result in results) / len(results)
    print("pop limit  time (ratio)  mean model score")
    for limit in POP_LIMITS:
        print(f"{limit:9}  {times[limit] / times[POP_LIMITS[0]]:12.2f}  {scores[limit]:16.3f}")


def compare_lengths(model: Model, lines: Sequence[Sequence[str]]) -> None:
    """Time a word of lines of several lengths."""
    words = [word for line in lines for word in line]
    print("\nwords  milliseconds a word")
    for length in LENGTHS:
        cut = [words[i : i + length] for i in range(0, len(words) - length + 1, length)]
        if cut:
            spent, _ = decode(model, cut, 100)
            print(f"{length:5}  {1000 * spent / (len(cut) * length):.3f}")


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
