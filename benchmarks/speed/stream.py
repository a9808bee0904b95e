"""What it costs that ``dragoman translate`` answers a line at once, and how soon it does, as ratios in one run.

    python -m benchmarks.speed.stream MODEL INPUT [--threads N]

Throughput: the lines of a file, taken as they arrive, against batches of a fixed size that are read before they are
decoded (elapsed time and processor time). Latency: the time of an answer when lines are sent one by one, against the
time that the decoder needs for one line.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from dragoman.cli.translate import BATCH
from dragoman.common.ready_batches import arrivals
from dragoman.model import Model
from dragoman.model.requests.reader import InputReader
from dragoman.search import Input


def fixed(inputs: Iterator[Input], limit: int) -> Iterator[list[Input]]:
    while batch := list(islice(inputs, limit)):
        yield batch


def throughput(model: Model, path: Path, threads: int, batches: Callable) -> tuple[float, float]:
    elapsed, used = time.perf_counter(), time.process_time()
    for batch in batches(InputReader(text=model.text).read(path), BATCH):
        model.translate(batch, threads=threads)
    return time.perf_counter() - elapsed, time.process_time() - used


def latency(model: Model, lines: list[Input]) -> tuple[float, float]:
    """Seconds a line by the decoder alone, and through the stream."""
    start = time.perf_counter()
    for line in lines:
        model.translate(line)
    alone = time.perf_counter() - start
    sent: SimpleQueue[Input | None] = SimpleQueue()
    batches = arrivals(iter(sent.get, None), BATCH)
    start = time.perf_counter()
    for line in lines:
        sent.put(line)
        model.translate(next(batches))
    streamed = time.perf_counter() - start
    sent.put(None)
    return alone / len(lines), streamed / len(lines)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("input", type=Path)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    model = Model.open(arguments.model)
    lines = list(islice(InputReader(text=model.text).read(arguments.input), 100))
    model.translate(lines, threads=arguments.threads)  # warms the tables up
    rounds = [
        (
            throughput(model, arguments.input, arguments.threads, fixed),
            throughput(model, arguments.input, arguments.threads, arrivals),
        )
        for _ in range(3)
    ]
    for i, name in enumerate(("elapsed time", "processor time")):
        before = min(one[i] for one, _ in rounds)
        after = min(one[i] for _, one in rounds)
        print(f"speed on a file, {name}: {before / after:.2f} of fixed batches")
    alone, streamed = latency(model, lines)
    print(f"time of an answer: {streamed / alone:.2f} of the decoder's")


if __name__ == "__main__":
    main()
