"""What n-best lists cost: processor time of translating with lists, as a ratio to translating without.

    python -m benchmarks.speed.nbest MODEL TEXT --sentences 50 --counts 1 10 100

The lists are made into lines of Moses' n-best format, as ``dragoman translate --nbest`` does. Each figure is the least
of some turns, which alternate.
"""

from __future__ import annotations

import argparse
import resource
import time
from itertools import islice
from pathlib import Path

from dragoman import load
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.model.nbest import nbest_lines


def seconds(model: Model, lines: list[str], count: int) -> float:
    """Processor time of translating the lines with lists of ``count``; 0: without lists."""
    begin = time.process_time()
    for number, translation in enumerate(model.translate(lines, nbest=count)):
        list(nbest_lines(number, translation))
    return time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("text", type=Path)
    parser.add_argument("--sentences", type=int, default=50)
    parser.add_argument("--counts", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--turns", type=int, default=3)
    arguments = parser.parse_args()
    model = load(arguments.model)
    lines = list(islice(read_lines(arguments.text), arguments.sentences))
    best: dict[int, float] = {}
    for _ in range(arguments.turns):
        for count in (0, *arguments.counts):
            best[count] = min(best.get(count, float("inf")), seconds(model, lines, count))
    words = sum(len(line.split()) for line in lines)
    print(f"without lists: {words / best[0]:.0f} words a second")
    for count in arguments.counts:
        print(f"{count:>4} best: {best[count] / best[0]:.2f} times")
    print(f"memory at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
