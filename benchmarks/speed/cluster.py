"""Stages with and without Spark: CPU seconds of this machine, server included, and whether the bytes are equal.

    python -m benchmarks.speed.cluster --source train.de --target train.en [--sample 20000] [--threads 2]

The Spark Connect server is Sail, inside this program, so that its work counts. For each stage and engine a line has
user + system CPU seconds, wall seconds, the most memory that the stage took beyond what was there before, and the bytes
that tasks sent to each other (rows and files). What both engines do (training on the sample) is told apart.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dragoman.align import Aligner, AlignOptions
from dragoman.cluster import (
    ClusterOptions,
    Engine,
    OneMachine,
    align_files,
    estimate_with,
    extract_with,
    opened,
)
from dragoman.cluster.engine import Reduce, Split, Work
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar import AlignedBitext, PhraseTableOptions, extract
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel, LMOptions, estimate

RULES = PhraseTableOptions(max_length=7, reordering="wbe")


def memory(name: str) -> int:
    """Bytes of this process: ``VmRSS`` now, ``VmHWM`` at most since ``forget_peak``."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(name))


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


@contextmanager
def timed(name: str) -> Iterator[None]:
    forget_peak()
    before = memory("VmRSS")
    wall, cpu = time.monotonic(), sum(os.times()[:4])
    yield
    wall, cpu = time.monotonic() - wall, sum(os.times()[:4]) - cpu
    peak = (memory("VmHWM") - before) >> 20
    print(f"{name:32} {cpu:8.1f} CPU s {wall:8.1f} s {peak:6} MiB", flush=True)


@contextmanager
def sail() -> Iterator[str]:
    from pysail.spark import SparkConnectServer

    server = SparkConnectServer()
    server.start(background=True)
    yield f"sc://127.0.0.1:{server.listening_address[1]}"
    server.stop()


class Counting:
    """An engine that counts the bytes of rows."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.moved = 0

    def broadcast(self, path: Path) -> Path:
        return self._engine.broadcast(path)

    def place(self, beside: Path) -> Path:
        return self._engine.place(beside)

    def map(self, work: Work, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for answer in self._engine.map(work, map(self._counted, chunks)):
            yield self._counted(answer)

    def group(self, split: Split, reduce: Reduce, chunks: Iterable[bytes]) -> dict[int, bytes]:
        def parts(chunk: bytes) -> Iterator[tuple[int, bytes]]:
            for number, part in split(chunk):
                yield number, self._counted(part)

        return self._engine.group(parts, reduce, map(self._counted, chunks))

    def _counted(self, data: bytes) -> bytes:
        self.moved += len(data)
        return data


def content(path: Path) -> bytes:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return b"".join(file.read_bytes() for file in files if file.is_file())


Stage = Callable[[Engine | None, Path], None]
"""Writes a result; without an engine as a stage does that has none."""


def compare(name: str, stage: Stage, url: str, threads: int, alone: bool) -> None:
    """Run a stage with each engine, and compare what it wrote."""
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        if alone:
            with timed(f"{name}, one machine"):
                stage(None, place / "alone")
        with (
            opened(ClusterOptions(), threads) as engine,
            timed(f"{name}, tasks on one machine"),
        ):
            counting = Counting(engine)
            stage(counting, place / "tasks")
        with opened(ClusterOptions(spark=url)) as engine, timed(f"{name}, Spark"):
            stage(engine, place / "spark")
        found = {content(path) for path in place.iterdir()}
        same = "equal" if len(found) == 1 else "DIFFERENT"
        print(f"{name}: {same} bytes, {len(found.pop())}; {counting.moved} bytes moved", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=20000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--stages", nargs="+", default=["alignment", "language model", "rules"])
    arguments = parser.parse_args()
    threads = arguments.threads
    with tempfile.TemporaryDirectory() as name, sail() as url:
        place = Path(name)
        aligner, links = place / "aligner", place / "links"
        with timed("training the aligner"):
            options = AlignOptions(sample=arguments.sample, symmetrize="grow-diag-final-and")
            sides = [
                IntegerCorpus.build(place / side, getattr(arguments, side))
                for side in ("source", "target")
            ]
            Aligner.train(sides[0], sides[1], options, threads=threads).save(aligner)

        def align(engine: Engine | None, output: Path) -> None:
            working = engine or OneMachine(threads)
            align_files(working, aligner, arguments.source, arguments.target, output)

        def count(engine: Engine | None, output: Path) -> None:
            lines, used = read_lines(arguments.target), LMOptions(5)
            made = (
                estimate(lines, used, threads=threads)
                if engine is None
                else estimate_with(engine, lines, used, place, threads)
            )
            LanguageModel.build(made.take_ngrams()).save(output)

        def rules(engine: Engine | None, output: Path) -> None:
            bitext = AlignedBitext.read(arguments.source, arguments.target, links)
            made = (
                extract(bitext, RULES, threads=threads, beside=output)
                if engine is None
                else extract_with(engine, bitext, RULES, place, output)
            )
            made.save(output)

        align(None, links)
        for title, stage in {"alignment": align, "language model": count, "rules": rules}.items():
            if title in arguments.stages:
                compare(title, stage, url, threads, stage is not align)


if __name__ == "__main__":
    main()
