"""Training on one machine at size: time, memory and disk of each stage, for texts of growing size.

    python -m benchmarks.speed.size --source train.de --target train.en --pairs 200000 1000000 [--threads 2]

Larger texts are made of the given one: after all its pairs come copies of them with noise. In a copy each word is
replaced, with the probability 0.1 (--replaced), by a form of it that has a number, such as haus~17. Numbers are drawn
from a Pareto distribution (exponent 1), so that new words come ever more seldom. Copies are told apart by what is
replaced, and sentences are as long. Phrases grow as in real text with 0.3 and those with gaps with 0.5, since copies
repeat what was seen once (docs/results/gaps.md).

Each stage runs in a process of its own: CPU seconds (user + system), wall seconds, resident memory at most, and what it
leaves on the disk. With ``--directory`` texts and results stay there, and the same command goes on after the last stage
that was finished; to measure a stage again, remove its ``.json``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
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

OUTPUTS = {
    "alignment": ("source.int", "target.int", "links"),
    "language model": ("lm",),
    "phrase table": ("rules",),
    "suffix array": ("lookup",),
}
"""What each stage leaves."""
STAGES = tuple(OUTPUTS)
TEXTS = "texts.made"


def noisy(
    lines: list[str], copy: int, numbers: np.random.Generator, replaced: float
) -> Iterator[str]:
    for line in lines:
        words = line.split()
        if copy:
            chosen = np.flatnonzero(numbers.random(len(words)) < replaced)
            forms = numbers.pareto(1.0, len(chosen)).astype(int)
            for place, form in zip(chosen, forms, strict=True):
                words[place] += f"~{form}"
        yield " ".join(words)


def make(source: Path, target: Path, place: Path, pairs: int, replaced: float) -> None:
    for side, path in {"source": source, "target": target}.items():
        lines = list(read_lines(path))
        with (place / side).open("w", encoding="utf-8") as out:
            for copy in range(-(-pairs // len(lines))):
                numbers = np.random.default_rng(copy)
                left = pairs - copy * len(lines)
                copied = noisy(lines, copy, numbers, replaced)
                out.writelines(f"{line}\n" for line in islice(copied, left))


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


def measured(stage: str, place: Path) -> dict[str, float]:
    """What a stage takes; it runs unless that is known."""
    known = place / f"{stage}.json"
    if known.exists():
        return json.loads(known.read_text())
    for path in map(place.joinpath, OUTPUTS[stage]):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    wall, disk = time.monotonic(), size_of(place)
    call = [sys.executable, "-m", "benchmarks.speed.size", *sys.argv[1:]]
    process = subprocess.Popen([*call, "--stage", stage, "--place", str(place)])
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{stage}: status {status}")
    figures = {
        "cpu": used.ru_utime + used.ru_stime,
        "wall": time.monotonic() - wall,
        "resident": used.ru_maxrss * 1024,
        "disk": size_of(place) - disk,
    }
    known.write_text(json.dumps(figures))
    return figures


def size_of(place: Path) -> int:
    return sum(file.stat().st_size for file in place.rglob("*") if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--pairs", type=int, nargs="+", default=[200_000, 1_000_000])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=int, default=2 << 30, help="of n-grams and phrase pairs")
    parser.add_argument("--replaced", type=float, default=0.1, help="share of words, in copies")
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=STAGES)
    parser.add_argument("--directory", help="keep texts and results here, and go on from them")
    parser.add_argument("--stage", help=argparse.SUPPRESS)
    parser.add_argument("--place", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.stage:
        run(arguments.stage, arguments.place, arguments.threads, arguments.memory)
        return
    print(
        "| pairs | stage | CPU s | wall s | resident, MB | disk, MB |\n| --- | --- | --- | --- | --- | --- |"
    )
    with tempfile.TemporaryDirectory() as name:
        for pairs in arguments.pairs:
            place = Path(arguments.directory or name) / str(pairs)
            if not (place / TEXTS).exists():
                place.mkdir(parents=True, exist_ok=True)
                make(arguments.source, arguments.target, place, pairs, arguments.replaced)
                (place / TEXTS).touch()
            for stage in arguments.stages:
                found = measured(stage, place)
                print(
                    f"| {pairs:,} | {stage} | {found['cpu']:.1f} | {found['wall']:.1f} | "
                    f"{found['resident'] / 1e6:,.0f} | {found['disk'] / 1e6:,.0f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
