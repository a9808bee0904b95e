"""Suffix-array grammars: indexing a bitext, and rules for sentences; against references in the same run.

    python -m benchmarks.speed.suffix --source train.de --target train.en --alignment train.align --test test.de \\
        [--cdec DIR]

The suffix array is compared with prefix doubling by numpy's sort. Rules for sentences are compared with cdec's
extractor (``sacompile`` and ``cdec-extract`` in ``--cdec DIR`` or on PATH), which finds hierarchical rules: another
grammar by the same technique, so that its words per second are a yardstick and no more. Both run with one thread.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.grammar import (
    AlignedBitext,
    ExtractionOptions,
    GappedLookupOptions,
    PhraseLookupOptions,
    SuffixGrammar,
)
from dragoman.io.files import read_lines

BUILD = """
import resource, sys, time
from dragoman.grammar import AlignedBitext, SuffixGrammar
bitext = AlignedBitext.read(*sys.argv[1:4])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start, cpu = time.perf_counter(), time.process_time()
grammar = SuffixGrammar.build(bitext, int(sys.argv[5]))
print(time.perf_counter() - start, time.process_time() - cpu, before / 1024,
      resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
grammar.save(sys.argv[4])
"""


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """What it returns, wall and CPU seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


def prefix_doubling(text: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Manber & Myers 1993 with numpy's sort."""
    rank = np.unique(text, return_inverse=True)[1].astype(np.int64)
    step = 1
    while True:
        following = np.zeros(len(text), dtype=np.int64)
        following[:-step] = rank[step:] + 1
        key = rank * (len(text) + 1) + following
        order = np.argsort(key, kind="stable")
        changes = np.concatenate(([0], np.cumsum(np.diff(key[order]) != 0)))
        rank[order] = changes
        if changes[-1] == len(text) - 1:
            return order
        step *= 2


def build(arguments: argparse.Namespace, place: Path) -> SuffixGrammar:
    files = [str(place / name) for name in ("f", "e", "a", "index")]
    command = [sys.executable, "-c", BUILD, *files, str(arguments.threads)]
    wall, cpu, before, peak = map(float, subprocess.check_output(command).split())
    grammar = SuffixGrammar.open(place / "index")
    words = [len(grammar.segments[0].arrays[f"{side}_suffixes"]) for side in ("source", "target")]
    print(
        f"{len(grammar)} sentence pairs, {words[0]} and {words[1]} words, {arguments.threads} threads"
    )
    print(
        f"index, both sides       {wall:8.1f} s wall {cpu:8.1f} s CPU {peak:8.0f} MB peak "
        f"({before:.0f} MB of it the bitext)",
        flush=True,
    )
    bitext = AlignedBitext.read(*files[:3])
    _, _, alone = timed(lambda: SuffixGrammar.build(bitext, 1))
    orders = {}
    reference = 0.0
    for side in ("source", "target"):
        text = np.asarray(grammar.segments[0].arrays[f"{side}_text"])
        orders[side], _, spent = timed(partial(prefix_doubling, text))
        reference += spent
        mine = grammar.segments[0].arrays[f"{side}_suffixes"]
        assert np.array_equal(orders[side][: len(mine)], mine), "the suffix arrays differ"
    print(f"index, one thread       {alone:26.1f} s CPU, links and lexicon included")
    print(f"prefix doubling, numpy  {reference:26.1f} s CPU, suffix arrays only")
    print(f"ratio {reference / alone:.1f}", flush=True)
    return grammar


def look_up(grammar: SuffixGrammar, lines: list[str]) -> None:
    words = sum(len(line.split()) for line in lines)
    print(f"rules for {len(lines)} sentences, {words} words")
    variants = {
        "no gaps": PhraseLookupOptions(),
        "source gaps": GappedLookupOptions(gaps="source"),
        "source gaps, p(f|e) by sum": GappedLookupOptions(gaps="source", inverse="sum"),
        "both gaps": GappedLookupOptions(),
        "both gaps, p(f|e) by sum": GappedLookupOptions(inverse="sum"),
    }
    for name, options in variants.items():
        table, _, spent = timed(partial(grammar.extract, lines, options))
        print(f"  {name:28} {words / spent:9.0f} words/s, {len(table):9} rules", flush=True)


def _one_by_one(grammar: SuffixGrammar, lines: list[str], options: ExtractionOptions) -> list[int]:
    """How many rules each sentence has; no table stays."""
    return [len(grammar.extract(line, options)) for line in lines]


def sentence_by_sentence(grammar: SuffixGrammar, lines: list[str]) -> None:
    words = sum(len(line.split()) for line in lines)
    for inverse in ("lookup", "sum"):
        options = GappedLookupOptions(gaps="source", inverse=inverse)
        _, _, spent = timed(partial(_one_by_one, grammar, lines, options))
        print(f"  source gaps, {inverse}, one by one {words / spent:9.0f} words/s", flush=True)


def cdec(directory: str | None, place: Path, lines: list[str]) -> None:
    search = f"{directory}{os.pathsep}{os.environ['PATH']}" if directory else None
    programs = [shutil.which(name, path=search) for name in ("sacompile", "cdec-extract")]
    if None in programs:
        print("cdec's extractor was not found: no comparison")
        return
    sides = zip(read_lines(place / "f"), read_lines(place / "e"), strict=True)
    (place / "bitext").write_text("".join(f"{f} ||| {e}\n" for f, e in sides), encoding="utf-8")
    (place / "test").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    config, grammars = place / "sa.ini", place / "grammars"
    grammars.mkdir()
    compiler, extractor = map(str, programs)

    def run(command: list[str], **files: Any) -> float:
        before = os.times()
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, **files)
        after = os.times()
        return (
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )

    options = ["-b", str(place / "bitext"), "-a", str(place / "a"), "-c", str(config)]
    spent = run([compiler, *options, "-o", str(place / "sa")], stdout=subprocess.DEVNULL)
    print(f"cdec's sacompile        {spent:26.1f} s CPU, precomputed pairs included", flush=True)
    command = [extractor, "-t", "1", "-c", str(config), "-g", str(grammars)]
    empty = place / "empty"
    empty.touch()
    costs = []
    for name in ("empty", "test"):
        with (place / name).open("rb") as text:
            costs.append(run(command, stdin=text, stdout=subprocess.DEVNULL))
    words = sum(len(line.split()) for line in lines)
    print(
        f"cdec-extract            {words / (costs[1] - costs[0]):9.0f} words/s, loading not counted"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("source", "target", "alignment", "test"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--pairs", type=int, help="use only the first so many")
    parser.add_argument("--sentences", type=int, default=100, help="of the test text")
    parser.add_argument("--threads", type=int, default=2, help="to index")
    parser.add_argument("--cdec", help="directory of cdec's programs")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dragoman-") as directory:
        place = Path(directory)
        for path, name in zip(
            (arguments.source, arguments.target, arguments.alignment), ("f", "e", "a"), strict=True
        ):
            with (place / name).open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(f"{line}\n" for line in islice(read_lines(path), arguments.pairs))
        lines = list(islice(read_lines(arguments.test), arguments.sentences))
        grammar = build(arguments, place)
        look_up(grammar, lines)
        sentence_by_sentence(grammar, lines[:20])
        cdec(arguments.cdec, place, lines)


if __name__ == "__main__":
    main()
