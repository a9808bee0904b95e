"""What a cluster takes for texts of any size: a cost model from measured figures, and a simulation that checks it.

    python -m benchmarks.speed.cluster_cost --source train.de --target train.en --pairs 20000 [--save figures.json]
    python -m benchmarks.speed.cluster_cost --figures figures.json [--machines 1 4 16 64] [--cores 16]

The first form runs each stage with its tasks on this machine, one after the other, and measures for a pair the CPU
seconds of tasks, those of the machine that starts them, and the bytes that tasks send or leave for each other. Both
forms then say what texts of a million to a billion pairs take. The model is a sum over stages: what one machine does
alone, and beside it the longer of the tasks' CPU seconds, divided by all cores, and their bytes, divided by all
networks; where a stage is a map, tasks run while the one machine reads and writes. The simulation starts every task
by itself, as the engine does: waves of 64 chunks of which two are under way, all reducers after all mappers, tasks
whose times vary (log-normal, half as much again in one of six), and one in a thousand that is lost and runs again.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from dragoman.align import Aligner, AlignOptions
from dragoman.cluster import align_files, estimate_with, extract_with
from dragoman.cluster.engine import Reduce, Split, Work
from dragoman.cluster.spark import WAVE_CHUNKS, WAVES
from dragoman.grammar import AlignedBitext, PhraseTableOptions
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel, LMOptions

SIZES = (1_000_000, 10_000_000, 100_000_000, 1_000_000_000)
CHUNK = {"links": 2_000, "n-grams": 50_000, "rules": 10_000}
"""Pairs of a task."""
BUCKET = 32 << 20
MOST_BUCKETS = 1 << 16
NETWORK = 1e9
"""Bytes that a machine receives in a second (10 Gbit/s)."""
START = 0.05
"""Seconds to start a task."""
SPREAD = 0.4
"""Of the logarithm of a task's time."""
LOST = 0.001


@dataclass(frozen=True)
class Figures:
    """Of one stage, for each pair of sentences."""

    mapped: float
    """CPU seconds of what is done with chunks."""
    reduced: float
    """CPU seconds of what is done with groups."""
    alone: float
    """CPU seconds of the machine that starts the tasks."""
    sent: float
    """Bytes of rows that tasks send, and of files that are left for them."""


class Measured:
    """Tasks on this machine, one after the other, with their CPU seconds and bytes."""

    def __init__(self) -> None:
        self.mapped = self.reduced = 0.0
        self.sent = 0
        self._place: Path | None = None
        self._files: set[Path] = set()

    def broadcast(self, path: Path) -> Path:
        return path

    def place(self, beside: Path) -> Path:
        self._place = beside
        return beside

    def map(self, work: Work, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            begin = time.process_time()
            answer = work(chunk)
            self.mapped += time.process_time() - begin
            self.sent += len(chunk) + len(answer)
            yield answer

    def group(self, split: Split, reduce: Reduce, chunks: Iterable[bytes]) -> dict[int, bytes]:
        groups: dict[int, list[bytes]] = defaultdict(list)
        given = list(chunks)
        begin = time.process_time()
        for chunk in given:
            for number, part in split(chunk):
                groups[number].append(part)
                self.sent += len(part)
        self.mapped += time.process_time() - begin
        begin = time.process_time()
        answers = {number: reduce(number, parts) for number, parts in sorted(groups.items())}
        self.reduced += time.process_time() - begin
        assert self._place is not None
        new = {file for file in self._place.rglob("*") if file.is_file()} - self._files
        self.sent += sum(file.stat().st_size for file in new)
        self._files |= new
        return answers


def measure(source: Path, target: Path, pairs: int) -> dict[str, Figures]:
    """What the stages of a system take for a pair."""
    figures = {}
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for side, path in (("s", source), ("t", target)):
            with (place / side).open("w", encoding="utf-8") as out:
                out.writelines(f"{line}\n" for line in islice(read_lines(path), pairs))
        sides = place / "s", place / "t"
        options = AlignOptions(sample=max(pairs // 5, 1), symmetrize="grow-diag-final-and")
        texts = [list(read_lines(side)) for side in sides]
        Aligner.train(texts[0], texts[1], options).save(place / "aligner")

        def stage(name: str, engine: Measured, begin: float) -> None:
            alone = time.process_time() - begin - engine.mapped - engine.reduced
            parts = engine.mapped, engine.reduced, alone, float(engine.sent)
            figures[name] = Figures(*(part / pairs for part in parts))

        engine, begin = Measured(), time.process_time()
        align_files(engine, place / "aligner", *sides, place / "links")
        stage("links", engine, begin)
        engine, begin = Measured(), time.process_time()
        made = estimate_with(engine, read_lines(sides[1]), LMOptions(5), place / "work")
        LanguageModel.build(made.take_ngrams()).save(place / "lm")
        stage("n-grams", engine, begin)
        engine, begin = Measured(), time.process_time()
        bitext = AlignedBitext.read(*sides, place / "links")
        rules = PhraseTableOptions(max_length=7, reordering="wbe")
        extract_with(engine, bitext, rules, place / "work", place / "rules").save(place / "rules")
        stage("rules", engine, begin)
    return figures


def tasks_of(stage: str, figures: Figures, pairs: int) -> tuple[int, int]:
    """How many chunks and how many groups a stage has."""
    chunks = math.ceil(pairs / CHUNK[stage])
    if stage == "links":
        return chunks, 0
    buckets = 2 ** max(0, math.ceil(math.log2(max(1.0, pairs * figures.sent / BUCKET))))
    return chunks, min(buckets, MOST_BUCKETS)


def computed(stage: str, figures: Figures, pairs: int, machines: int, cores: int) -> float:
    """The seconds of a stage by the model; of one with groups without what one machine does alone."""
    chunks, groups = tasks_of(stage, figures, pairs)
    network = pairs * figures.sent / NETWORK
    slots = machines * cores
    if groups == 0:  # rows pass the one machine; chunks under way bound how many cores work
        slots = min(slots, WAVES * WAVE_CHUNKS)
        return max(
            pairs * figures.alone, network, (pairs * figures.mapped + chunks * START) / slots
        )
    work = pairs * (figures.mapped + figures.reduced) + (chunks + groups) * START
    return max(work / slots, network / machines)


def simulated(
    stage: str, figures: Figures, pairs: int, machines: int, cores: int, seed: int = 1
) -> float:
    """The same, with every task by itself."""
    random = np.random.default_rng(seed)
    chunks, groups = tasks_of(stage, figures, pairs)
    slots = machines * cores

    def times(tasks: int, seconds: float) -> list[float]:
        mean = seconds / tasks + START
        drawn = random.lognormal(math.log(mean) - SPREAD**2 / 2, SPREAD, tasks)
        again = random.random(tasks) < LOST
        return list(np.where(again, 2 * drawn, drawn))

    def run(tasks: list[float], begin: float, free: list[float]) -> float:
        """Runs tasks on the cores that become free first; when the last one ends."""
        end = begin
        for one in tasks:
            done = max(begin, heapq.heappop(free)) + one
            heapq.heappush(free, done)
            end = max(end, done)
        return end

    free = [0.0] * slots
    if groups == 0:
        work = times(chunks, pairs * figures.mapped)
        ends: list[float] = []
        one_machine = 0.0
        each = pairs * max(figures.alone, figures.sent / NETWORK) / chunks
        for begin in range(0, chunks, WAVE_CHUNKS):
            wave = work[begin : begin + WAVE_CHUNKS]
            one_machine += each * len(wave)
            if len(ends) >= WAVES:
                one_machine = max(one_machine, ends[len(ends) - WAVES])
            ends.append(run(wave, one_machine, free))
        return max(ends)
    network = pairs * figures.sent / NETWORK / machines
    end = run(times(chunks, pairs * figures.mapped), 0.0, free)
    free = [end] * slots
    end = run(times(groups, pairs * figures.reduced), end, free)
    return max(end, network)


def hours(seconds: float) -> str:
    return f"{seconds / 3600:.2f}"


def table(figures: dict[str, Figures], machines: list[int], cores: int) -> None:
    print("| stage | tasks, ms a pair | one machine, ms | kB a pair |\n| --- | --- | --- | --- |")
    for stage, one in figures.items():
        work = 1e3 * (one.mapped + one.reduced)
        print(f"| {stage} | {work:.3f} | {1e3 * one.alone:.3f} | {one.sent / 1e3:.2f} |")
    print(
        f"\nHours of one machine alone, then of the tasks with {cores} cores a machine: model; simulated.\n"
    )
    names = " | ".join(f"{count} machines" for count in machines)
    print(f"| pairs | stage | TB | alone | {names} |\n|" + " --- |" * (4 + len(machines)))
    for pairs in SIZES:
        for stage, one in figures.items():
            cells = [
                f"{hours(computed(stage, one, pairs, count, cores))}; "
                f"{hours(simulated(stage, one, pairs, count, cores))}"
                for count in machines
            ]
            size = pairs * one.sent / 1e12
            alone = hours(pairs * one.alone)
            print(f"| {pairs:,} | {stage} | {size:.3f} | {alone} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path)
    parser.add_argument("--target", type=Path)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--save", type=Path, help="write the figures")
    parser.add_argument("--figures", type=Path, help="figures that were written")
    parser.add_argument("--machines", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--cores", type=int, default=16)
    arguments = parser.parse_args()
    if arguments.figures is not None:
        known = json.loads(arguments.figures.read_text())
        figures = {stage: Figures(**one) for stage, one in known.items()}
    else:
        if arguments.source is None or arguments.target is None:
            parser.error("expected --source and --target, or --figures")
        figures = measure(arguments.source, arguments.target, arguments.pairs)
        if arguments.save is not None:
            found = {stage: asdict(one) for stage, one in figures.items()}
            arguments.save.write_text(json.dumps(found))
    table(figures, arguments.machines, arguments.cores)


if __name__ == "__main__":
    main()
