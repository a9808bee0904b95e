"""Training on one machine at size: time, memory and disk of each stage, for texts of growing size.

    python -m benchmarks.speed.size --source train.de --target train.en --pairs 200000 1000000 [--threads 2]

Larger texts are made of the given one: after all its pairs come copies of them with noise. In a copy each word is
replaced, with the probability 0.1, by a form of it that has a number, such as haus~17. Numbers are drawn from a
Pareto distribution (exponent 1), the same on both sides of a pair, so that new words come ever more seldom. Copies are
told apart by what is replaced; rules, n-grams and word pairs grow nearly as in real text, and sentences are as long.

Each stage runs in a process of its own: CPU seconds (user + system), wall seconds, resident memory at most, and what it
leaves on the disk.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from dragoman.align import Aligner, AlignOptions, write_links
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar import (
    AlignedBitext,
    OnTheFlyRules,
    PhraseLookupOptions,
    PhraseTableOptions,
    SuffixGrammar,
    extract,
)
from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel, LMOptions, estimate

REPLACED = 0.1
STAGES = ("alignment", "language model", "phrase table", "suffix array")


def noisy(lines: list[str], copy: int, numbers: np.random.Generator) -> Iterator[str]:
    for line in lines:
        words = line.split()
        if copy:
            chosen = np.flatnonzero(numbers.random(len(words)) < REPLACED)
            forms = numbers.pareto(1.0, len(chosen)).astype(int)
            for place, form in zip(chosen, forms, strict=True):
                words[place] += f"~{form}"
        yield " ".join(words)


def make(source: Path, target: Path, place: Path, pairs: int) -> None:
    for side, path in {"source": source, "target": target}.items():
        lines = list(read_lines(path))
        with (place / side).open("w", encoding="utf-8") as out:
            for copy in range(-(-pairs // len(lines))):
                numbers = np.random.default_rng(copy)
                left = pairs - copy * len(lines)
                out.writelines(f"{line}\n" for line in islice(noisy(lines, copy, numbers), left))


def run(stage: str, place: Path, threads: int, budget: int) -> None:
    """One stage; the process that runs it does nothing else."""
    source, target = place / "source", place / "target"
    if stage == "alignment":
        sides = [IntegerCorpus.build(place / f"{one.name}.int", one) for one in (source, target)]
        options = AlignOptions(symmetrize="grow-diag-final-and")
        aligner = Aligner.train(sides[0], sides[1], options, threads=threads)
        write_links(place / "links", aligner.align(threads=threads))
        return
    if stage == "language model":
        counting = LMOptions(5, (0, 0, 1), memory=budget, directory=str(place))
        made = estimate(target, counting, threads=threads)
        LanguageModel.build(made.take_ngrams()).save(place / "lm")
        return
    bitext = AlignedBitext.read(source, target, place / "links")
    if stage == "phrase table":
        rules = PhraseTableOptions(max_length=7, reordering="wbe", memory=budget)
        extract(bitext, rules, threads=threads, beside=place / "rules").save(place / "rules")
    else:
        grammar = SuffixGrammar.build(bitext, threads)
        OnTheFlyRules(grammar, PhraseLookupOptions(), threads=threads).save(place / "lookup")


def size_of(place: Path) -> int:
    return sum(file.stat().st_size for file in place.rglob("*") if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--pairs", type=int, nargs="+", default=[200_000, 1_000_000])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=int, default=2 << 30, help="of n-grams and phrase pairs")
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=STAGES)
    parser.add_argument("--stage", help=argparse.SUPPRESS)
    parser.add_argument("--place", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.stage:
        run(arguments.stage, arguments.place, arguments.threads, arguments.memory)
        return
    print(
        "| pairs | stage | CPU s | wall s | resident, MB | disk, MB |\n| --- | --- | --- | --- | --- | --- |"
    )
    for pairs in arguments.pairs:
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            make(arguments.source, arguments.target, place, pairs)
            for stage in arguments.stages:
                wall = time.monotonic()
                disk = size_of(place)
                call = [sys.executable, "-m", "benchmarks.speed.size", *sys.argv[1:]]
                process = subprocess.Popen([*call, "--stage", stage, "--place", str(place)])
                _, status, used = os.wait4(process.pid, 0)
                if status:
                    sys.exit(f"{stage}: status {status}")
                cpu = used.ru_utime + used.ru_stime
                wall, disk = time.monotonic() - wall, size_of(place) - disk
                print(
                    f"| {pairs:,} | {stage} | {cpu:.1f} | {wall:.1f} | "
                    f"{used.ru_maxrss / 1e3:,.0f} | {disk / 1e6:,.0f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
