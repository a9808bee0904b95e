"""The phrase decoder beside Moses and moses2: mean model score against processor time, over limits, in one run.

    dragoman import moses.ini MODEL
    python benchmarks/decode.py --model MODEL --input SOURCE [--skip 0] [--lines 100] [--repeats 3] [--plot PICTURE.svg]
        [--ini moses.ini --moses MOSES] [--moses2-ini binary.ini --moses2 MOSES2]

All systems decode the same lines with one thread, in turns. A time is the least processor time over the repeats without
loading; the peers' loading is measured by runs on one line. The peers must be built elsewhere; their scores are those
of their own n-best lists. moses2 scores the phrases of its table while it loads. A decoder of ours scores those of a
text when it first meets them; the first line says what that costs. Then: two threads against one and, with
``--lengths``, the time a word by the length of the line.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from curve import Point, print_curves, print_lengths
from dragoman.common.files import read_lines
from dragoman.draw.charts import curves
from dragoman.model import Model
from dragoman.search import Decoder, Input

STACKS = (20, 50, 100, 200)
POPS = (100, 200, 500, 1000, 2000, 4000)
OUR_POPS = (20, 50, *POPS)
LIMITS = {"stack": STACKS, "cube": OUR_POPS, "oriented": OUR_POPS}
LENGTHS = (10, 20, 40, 80, 160, 320, 640)
BEAM = 1e-5


class Peer:
    """A program of Moses with its configuration; cube pruning with a stack of 200."""

    def __init__(self, program: str, ini: str) -> None:
        self.program, self.ini = Path(program).resolve(), Path(ini).resolve()
        self.loading = 0.0

    def decode(self, lines: Sequence[str], limit: int) -> Point:
        """Processor seconds without loading, and the mean score."""
        if not self.loading:
            self.loading = min(self._run(lines[:1], limit)[0] for _ in range(3))
        spent, score = self._run(lines, limit)
        return spent - self.loading, score

    def _run(self, lines: Sequence[str], limit: int) -> Point:
        with tempfile.TemporaryDirectory() as directory:
            source, nbest = Path(directory) / "source", Path(directory) / "nbest"
            source.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            command = [str(self.program), "-f", str(self.ini), "-threads", "1"]
            command += ["-search-algorithm", "1", "-cube-pruning-pop-limit", str(limit)]
            command += ["-s", "200", "-b", str(BEAM), "-n-best-list", str(nbest), "1"]
            with source.open("rb") as stdin:
                process = subprocess.Popen(
                    command,
                    stdin=stdin,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd=self.ini.parent,
                )
                _, status, usage = os.wait4(process.pid, 0)
            if status != 0:
                sys.exit(f"{self.program} failed")
            found = nbest.read_text(encoding="utf-8").splitlines()
        scores: dict[str, float] = {}
        for line in found:  # moses2 may list more than was asked for, the best first
            number, _, _, score, *_ = line.split("|||")
            scores.setdefault(number, float(score))
        return usage.ru_utime + usage.ru_stime, sum(scores.values()) / len(scores)


def run(decoder: Decoder, inputs: Sequence[Input], threads: int = 1) -> tuple[float, float, float]:
    """Processor seconds, wall seconds, mean score."""
    cpu, wall = time.process_time(), time.perf_counter()
    results = decoder.decode(inputs, threads=threads)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return cpu, wall, sum(result.score for result in results) / len(results)


def decoder_of(model: Model, search: str, limit: int) -> Decoder:
    """The model's decoder with a search and its limit."""
    changes = {"stack": limit} if search == "stack" else {"stack": 200, "pop_limit": limit}
    return model.changed(
        options=replace(model.options, search=search, beam=BEAM, **changes)
    ).decoder()


def measure(
    model: Model, lines: Sequence[str], peers: dict[str, Peer], repeats: int
) -> dict[str, list[Point]]:
    """Time and mean score of every system and limit."""
    inputs = [Input(line.split()) for line in lines]
    points: dict[str, list[Point]] = {name: [] for name in (*LIMITS, *peers)}
    for name, line in points.items():
        for limit in LIMITS.get(name, POPS):
            if name in peers:
                found = [peers[name].decode(lines, limit) for _ in range(repeats)]
            else:
                decoder = decoder_of(model, name, limit)
                found = [run(decoder, inputs)[::2] for _ in range(repeats)]
            line.append(min(found))
    return points


def compare_first(decoder: Decoder, inputs: Sequence[Input]) -> None:
    """What a text costs that a decoder has not met before."""
    first, again = run(decoder, inputs)[0], run(decoder, inputs)[0]
    print(f"for the first time: {first / again:.2f} times the processor time of later times\n")


def compare_threads(decoder: Decoder, inputs: Sequence[Input]) -> None:
    """Wall and processor time of two threads against one."""
    decoder.decode(inputs, threads=2)  # both threads have met the frequent phrases
    cpu_one, one, _ = run(decoder, inputs)
    cpu_two, two, _ = run(decoder, inputs, threads=2)
    print(
        f"\ntwo threads: {one / two:.2f} times one in wall time, {cpu_two / cpu_one:.2f} times its processor time"
    )


def main() -> None:
    """Reads the arguments and prints the tables."""
    parser = argparse.ArgumentParser(description="what phrase-based search costs, beside Moses")
    parser.add_argument("--model", required=True)
    parser.add_argument("--input", required=True)
    parser.add_argument("--skip", type=int, default=0, help="lines before those that are decoded")
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--lengths", action="store_true", help="also the time a word by length")
    parser.add_argument("--moses")
    parser.add_argument("--ini", help="what moses decodes with")
    parser.add_argument("--moses2")
    parser.add_argument("--moses2-ini", help="for moses2, such as one with a binary table")
    arguments = parser.parse_args()
    peers = {}
    for name, ini in (("moses", arguments.ini), ("moses2", arguments.moses2_ini or arguments.ini)):
        program = getattr(arguments, name)
        if program and not ini:
            parser.error(f"--{name} needs --ini")
        if program:
            peers[name] = Peer(program, ini)
    model = Model.open(arguments.model)
    text = read_lines(arguments.input)
    lines = list(islice(text, arguments.skip, arguments.skip + arguments.lines))
    words = [word for line in lines for word in line.split()]
    compare_first(decoder_of(model, "oriented", 1000), [Input(line.split()) for line in lines])
    points = measure(model, lines, peers, arguments.repeats)
    print_curves(points, {name: LIMITS.get(name, POPS) for name in points}, len(words))
    if arguments.plot:
        picture = curves(points, x="processor seconds", y="mean model score")
        arguments.plot.write_text(picture, encoding="utf-8")
    decoder = decoder_of(model, "oriented", 1000)
    compare_threads(decoder, [Input(line.split()) for line in lines])
    if arguments.lengths:
        print_lengths(words, LENGTHS, lambda cut: run(decoder, [Input(one) for one in cut])[0], 20)


if __name__ == "__main__":
    main()
