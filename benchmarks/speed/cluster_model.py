"""How long a cluster takes for a text, by calculation and by a simulation of the schedule.

    python -m benchmarks.speed.cluster_model --pairs 100_000_000 --machines 20 --cores 16

The costs of a pair are measured (``docs/scale.md``, by ``benchmarks.speed.cluster``). The calculation adds, for each
stage, what the driver does alone and the rest divided by the cores. The simulation hands tasks out one by one: tasks
differ in length, each has a cost of being started, some are lost and run again, and the next stage starts when the last
task of this one ends.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """What a stage costs for a pair of sentences."""

    name: str
    driver: float
    """Microseconds on the driver."""
    tasks: float
    """CPU microseconds on executors."""
    moved: float
    """Bytes that go from machine to machine, or to the shared directory."""
    lines: int
    """Pairs of a task."""
    spread: float = 0.2
    """How tasks differ: standard deviation, as a part of the mean."""


STAGES = (
    Stage("links", 15, 90, 500, 2_000),
    Stage("n-grams", 12, 30, 450, 50_000),
    Stage("links counted", 0, 20, 60, 10_000),
    Stage("phrases extracted and sorted", 0, 200, 3_500, 10_000),
    Stage("target sides added", 0, 60, 2_500, 10_000),
    Stage("phrases scored", 100, 300, 3_000, 10_000, 0.5),
)
START = 0.05
"""Seconds to start a task."""
LOST = 0.001
"""The share of tasks that run again."""


def calculated(stage: Stage, pairs: int, cores: int, network: float) -> float:
    """Seconds of a stage: the driver's, and the cores' or the network's, whichever is longer."""
    tasks = math.ceil(pairs / stage.lines)
    work = (pairs * stage.tasks * 1e-6 + tasks * START) * (1 + LOST) / min(cores, tasks)
    return pairs * stage.driver * 1e-6 + max(work, pairs * stage.moved / network)


def simulated(stage: Stage, pairs: int, cores: int, network: float, seed: int = 1) -> float:
    """The same, task by task."""
    drawn = random.Random(seed)
    free = [0.0] * cores
    waiting = [min(stage.lines, pairs - first) for first in range(0, pairs, stage.lines)]
    end = 0.0
    while waiting:
        lines = waiting.pop()
        length = lines * stage.tasks * 1e-6 * max(drawn.gauss(1, stage.spread), 0.1)
        finished = heapq.heappop(free) + START + length
        heapq.heappush(free, finished)
        if drawn.random() < LOST:
            waiting.append(lines)
        else:
            end = max(end, finished)
    return pairs * stage.driver * 1e-6 + max(end, pairs * stage.moved / network)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000_000)
    parser.add_argument("--machines", type=int, default=20)
    parser.add_argument("--cores", type=int, default=16, help="of each machine")
    parser.add_argument("--network", type=float, default=1e9, help="bytes a second, of a machine")
    arguments = parser.parse_args()
    cores = arguments.machines * arguments.cores
    network = arguments.machines * arguments.network
    print(
        "| stage | one core, h | calculated, h | simulated, h | moved, GB |\n| --- | --- | --- | --- | --- |"
    )
    sums = [0.0] * 4
    for stage in STAGES:
        values = [
            arguments.pairs * (stage.driver + stage.tasks) * 1e-6 / 3600,
            calculated(stage, arguments.pairs, cores, network) / 3600,
            simulated(stage, arguments.pairs, cores, network) / 3600,
            arguments.pairs * stage.moved / 1e9,
        ]
        sums = [a + b for a, b in zip(sums, values, strict=True)]
        print(f"| {stage.name} | " + " | ".join(f"{value:,.2f}" for value in values) + " |")
    print("| all | " + " | ".join(f"{value:,.2f}" for value in sums) + " |")


if __name__ == "__main__":
    main()
