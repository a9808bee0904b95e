"""Stages with and without Spark: CPU seconds of this machine, server included, and whether the bytes are equal.

    python -m benchmarks.speed.cluster --source train.de --target train.en [--sample 20000] [--threads 2]

The Spark Connect server is Sail, inside this program, so that its work counts. Times are user + system CPU seconds and
wall seconds; what both engines do (training on the sample) is told apart.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dragoman.align import Aligner, AlignOptions
from dragoman.cluster import ClusterOptions, Engine, align_files, opened
from dragoman.corpus.integers import IntegerCorpus


@contextmanager
def timed(name: str) -> Iterator[None]:
    wall, cpu = time.monotonic(), sum(os.times()[:4])
    yield
    wall, cpu = time.monotonic() - wall, sum(os.times()[:4]) - cpu
    print(f"{name:32} {cpu:8.1f} CPU s {wall:8.1f} s", flush=True)


@contextmanager
def sail() -> Iterator[str]:
    from pysail.spark import SparkConnectServer

    server = SparkConnectServer()
    server.start(background=True)
    yield f"sc://127.0.0.1:{server.listening_address[1]}"
    server.stop()


def both(name: str, stage: Callable[[Engine, Path], None], url: str, threads: int) -> None:
    """Run a stage with either engine, and compare what it wrote."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        for engine, options in {
            "one machine": ClusterOptions(),
            "spark": ClusterOptions(spark=url),
        }.items():
            output = Path(place) / engine
            with opened(options, threads) as working, timed(f"{name}, {engine}"):
                stage(working, output)
            found.append(output.read_bytes())
    print(f"{name}: {'equal' if found[0] == found[1] else 'DIFFERENT'} bytes, {len(found[0])}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=20000)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, sail() as url:
        aligner = Path(place) / "aligner"
        with timed("training the aligner"):
            options = AlignOptions(sample=arguments.sample, symmetrize="grow-diag-final-and")
            sides = [
                IntegerCorpus.build(f"{place}/{name}", getattr(arguments, name))
                for name in ("source", "target")
            ]
            Aligner.train(sides[0], sides[1], options, threads=arguments.threads).save(aligner)

        def align(engine: Engine, output: Path) -> None:
            align_files(engine, aligner, arguments.source, arguments.target, output)

        both("alignment", align, url, arguments.threads)


if __name__ == "__main__":
    main()
