"""Word alignment against fast_align (both ways, then atools) and eflomal: same text, same threads, one run.

    python -m benchmarks.speed.align --source train.en --target train.fr [--pairs 200000] [--gold gold.align]

Peers are found on PATH (``fast_align``; ``eflomal-align``; ``atools`` for both); those that are missing are left out.
Times are user + system CPU seconds and wall seconds of whole programs, reading and writing included; ratios are of
both. With ``--gold`` (the
links of the first sentence pairs) precision, recall and alignment error rate are shown too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from dragoman.align import MODELS, Links, read_links
from dragoman.io.files import read_lines

DRAGOMAN = [sys.executable, "-m", "dragoman", "align", "train"]


@dataclass(frozen=True)
class Cost:
    cpu: float
    wall: float
    megabytes: float

    def __add__(self, other: Cost) -> Cost:
        memory = max(self.megabytes, other.megabytes)
        return Cost(self.cpu + other.cpu, self.wall + other.wall, memory)


def run(command: list[str], output: Path | None, threads: int) -> Cost:
    """Runs a program with its standard output in a file."""
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    start = time.perf_counter()
    with Path(output or os.devnull).open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed with code {process.returncode}")
    wall = time.perf_counter() - start
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def fast_align(place: Path, threads: int) -> Cost:
    """Both directions with the settings its authors recommend, then grow-diag-final-and."""
    common = ["fast_align", "-i", str(place / "both"), "-d", "-o", "-v"]
    cost = run(common, place / "forward", threads)
    cost += run([*common, "-r"], place / "reverse", threads)
    return cost + symmetrize(place, "fast_align", threads)


def eflomal(place: Path, threads: int) -> Cost:
    """Both directions with its defaults, then grow-diag-final-and."""
    texts = ["-s", str(place / "source"), "-t", str(place / "target")]
    links = ["-f", str(place / "forward"), "-r", str(place / "reverse")]
    cost = run(["eflomal-align", *texts, *links, "--overwrite"], None, threads)
    return cost + symmetrize(place, "eflomal", threads)


def symmetrize(place: Path, name: str, threads: int) -> Cost:
    """What atools makes of the two directions."""
    command = ["atools", "-c", "grow-diag-final-and"]
    command += ["-i", str(place / "forward"), "-j", str(place / "reverse")]
    return run(command, place / name, threads)


def ours(model: str, place: Path, threads: int) -> Cost:
    """One model with its defaults."""
    texts = ["--source", str(place / "source"), "--target", str(place / "target")]
    rest = ["--model", model, "--threads", str(threads), "--output", str(place / model)]
    return run([*DRAGOMAN, *texts, *rest], None, threads)


def quality(links: Links, gold: Links) -> str:
    """Precision, recall and error rate over the sentence pairs that have gold links."""
    found = [set(links.pair(s)) for s in range(len(gold))]
    right = [set(gold.pair(s)) for s in range(len(gold))]
    common = sum(len(a & b) for a, b in zip(found, right, strict=True))
    proposed, wanted = sum(map(len, found)), sum(map(len, right))
    precision, recall = common / max(1, proposed), common / max(1, wanted)
    rate = 1 - 2 * common / max(1, proposed + wanted)
    return f"precision {100 * precision:.1f} recall {100 * recall:.1f} AER {100 * rate:.2f}"


def prepare(arguments: argparse.Namespace, place: Path) -> int:
    """Writes the texts as every program wants them; pairs with an empty side are left out."""
    pairs = zip(read_lines(arguments.source), read_lines(arguments.target), strict=True)
    count = 0
    with (
        (place / "source").open("w", encoding="utf-8") as source,
        (place / "target").open("w", encoding="utf-8") as target,
        (place / "both").open("w", encoding="utf-8") as both,
    ):
        for first, second in islice(pairs, arguments.pairs):
            if not first.split() or not second.split():
                continue
            source.write(f"{first}\n")
            target.write(f"{second}\n")
            both.write(f"{first} ||| {second}\n")
            count += 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True)
    parser.add_argument("--target", required=True)
    parser.add_argument("--pairs", type=int, default=200_000)
    parser.add_argument("--gold", help="links of the first sentence pairs")
    parser.add_argument("--models", nargs="*", default=["agreement", "diagonal"], choices=MODELS)
    parser.add_argument("--peers", nargs="*", default=["fast_align", "eflomal"])
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    gold = read_links(arguments.gold) if arguments.gold else None
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        pairs = prepare(arguments, place)
        print(f"{pairs} sentence pairs, {arguments.threads} threads", flush=True)
        peers = {}
        there = [name for name in arguments.peers if shutil.which("atools")]
        if "fast_align" in there and shutil.which("fast_align"):
            peers["fast_align"] = fast_align(place, arguments.threads)
        if "eflomal" in there and shutil.which("eflomal-align"):
            peers["eflomal"] = eflomal(place, arguments.threads)
        costs = {model: ours(model, place, arguments.threads) for model in arguments.models}
        for name, cost in {**peers, **costs}.items():
            line = (
                f"{name:<12}{cost.cpu:9.1f} s CPU {cost.wall:9.1f} s wall {cost.megabytes:8.0f} MB"
            )
            for peer, other in peers.items():
                line += f"  {other.cpu / cost.cpu:5.2f}x {other.wall / cost.wall:5.2f}x {peer}"
            if gold is not None:
                line += "  " + quality(read_links(place / name), gold)
            print(line, flush=True)


if __name__ == "__main__":
    main()
