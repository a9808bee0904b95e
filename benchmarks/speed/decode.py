"""The phrase decoder beside Moses and moses2: mean model score against processor time, over limits, in one run.

    dragoman import moses.ini MODEL
    python -m benchmarks.speed.decode --model MODEL --input SOURCE [--skip 0] [--lines 100] [--repeats 3] \\
        [--plot PICTURE.svg] \\
        [--moses MOSES --moses-ini moses.ini] [--moses2 MOSES2 --moses2-ini moses2.ini]

All systems decode the same lines with one thread, in turns: limit by limit, and every system once before any is
repeated. A time is the least processor time over the repeats without loading. The peers must be built elsewhere; their
scores are those they print. They score the phrases of a table in memory while they load. A decoder of ours scores those
of a text when it first meets them; the first line says what that costs. Then: two threads against one and,
with ``--lengths``, the time a word by the length of the line.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from benchmarks.support.curve import Point, print_curves, print_lengths
from benchmarks.support.peer import CUBE, STACK, Peer
from benchmarks.support.picture import curves
from dragoman.io.files import read_lines
from dragoman.model import Model
from dragoman.search import Decoder, DecodeRequest, Input

STACKS = (20, 50, 100, 200)
POPS = (100, 200, 500, 1000, 2000, 5000)
OUR_POPS = (20, 50, *POPS)
LIMITS = {"stack": STACKS, "cube": OUR_POPS, "oriented": OUR_POPS}
PEER_LIMITS = {"moses stack": STACKS[1:], "moses": POPS, "moses2": POPS}
LENGTHS = (10, 20, 40, 80, 160, 320, 640)
BEAM = 1e-5


def run(decoder: Decoder, inputs: Sequence[Input], threads: int = 1) -> tuple[float, float, float]:
    """Processor seconds, wall seconds, mean score."""
    cpu, wall = time.process_time(), time.perf_counter()
    results = decoder.decode(inputs, DecodeRequest(threads=threads))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return cpu, wall, sum(result.score for result in results) / len(results)


def ours(decoder: Decoder, inputs: Sequence[Input]) -> Point:
    """Processor seconds and mean score."""
    spent, _, score = run(decoder, inputs)
    return spent, score


def decoder_of(model: Model, search: str, limit: int) -> Decoder:
    """The model's decoder with a search and its limit."""
    changes = {"stack": limit} if search == "stack" else {"stack": 200, "pop_limit": limit}
    return model.changed(
        options=replace(model.options, search=search, beam=BEAM, **changes)
    ).decoder()


def measure(
    model: Model, lines: Sequence[str], peers: Mapping[str, Peer], repeats: int
) -> dict[str, list[Point]]:
    """Time and mean score of every system and limit."""
    inputs = [Input(line.split()) for line in lines]
    limits = LIMITS | {name: PEER_LIMITS[name] for name in peers}
    points: dict[str, list[Point]] = {name: [] for name in limits}
    for limit in sorted(set().union(*limits.values())):
        with ExitStack() as running:
            systems: dict[str, Callable[[], Point]] = {}
            for name in (name for name in limits if limit in limits[name]):
                if name in peers:
                    peer = running.enter_context(peers[name].start(limit))
                    systems[name] = partial(peer.decode, lines)
                else:
                    systems[name] = partial(ours, decoder_of(model, name, limit), inputs)
                    systems[name]()  # it has met the phrases
            found = [{name: decode() for name, decode in systems.items()} for _ in range(repeats)]
        for name in systems:
            points[name].append(min(each[name] for each in found))
    return points


def compare_first(decoder: Decoder, inputs: Sequence[Input]) -> None:
    """What a text costs that a decoder has not met before."""
    first, again = run(decoder, inputs)[0], run(decoder, inputs)[0]
    print(f"for the first time: {first / again:.2f} times the processor time of later times\n")


def compare_threads(decoder: Decoder, inputs: Sequence[Input]) -> None:
    """Wall and processor time of two threads against one."""
    decoder.decode(inputs, DecodeRequest(threads=2))  # both threads have met the frequent phrases
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
    for name in ("moses", "moses2"):
        parser.add_argument(f"--{name}", help="the program")
        parser.add_argument(f"--{name}-ini", help=f"what {name} decodes with")
    arguments = parser.parse_args()
    peers = {}
    for name, search in (("moses stack", STACK), ("moses", CUBE), ("moses2", CUBE)):
        option = name.split()[0]
        program, ini = (getattr(arguments, one) for one in (option, f"{option}_ini"))
        if program and not ini:
            parser.error(f"--{option} needs --{option}-ini")
        if program:
            peers[name] = Peer(program, ini, search, BEAM)
    model = Model.open(arguments.model)
    text = read_lines(arguments.input)
    lines = list(islice(text, arguments.skip, arguments.skip + arguments.lines))
    words = [word for line in lines for word in line.split()]
    compare_first(decoder_of(model, "oriented", 1000), [Input(line.split()) for line in lines])
    points = measure(model, lines, peers, arguments.repeats)
    print_curves(points, LIMITS | PEER_LIMITS, len(words))
    if arguments.plot:
        picture = curves(points, x="processor seconds", y="mean model score")
        arguments.plot.write_text(picture, encoding="utf-8")
    decoder = decoder_of(model, "oriented", 1000)
    compare_threads(decoder, [Input(line.split()) for line in lines])
    if arguments.lengths:
        print_lengths(words, LENGTHS, lambda cut: run(decoder, [Input(one) for one in cut])[0], 20)


if __name__ == "__main__":
    main()
