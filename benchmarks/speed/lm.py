"""Language models against KenLM in one run: building, queries, sizes, as ratios.

    PATH=$PATH:/where/lmplz/is python -m benchmarks.speed.lm TEXT [--lines 200000] [--memory 2G]

Needs KenLM's lmplz, build_binary and query on PATH. CPU seconds (user and system) are compared, since
they depend least on what else the machine does; wall-clock seconds are printed beside them.
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dragoman.io.files import read_lines
from dragoman.lm import LanguageModel


def run(command: list[str], stdin: Path, stdout: Path | None = None) -> tuple[float, float]:
    """CPU and wall seconds of a command."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with stdin.open("rb") as source, Path(stdout or os.devnull).open("wb") as target:
        subprocess.run(command, stdin=source, stdout=target, stderr=subprocess.DEVNULL, check=True)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall


def directory_size(path: Path) -> int:
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def report(what: str, ours: float, theirs: float, unit: str) -> None:
    print(f"{what:<34}{ours:>14.3f}{theirs:>14.3f} {unit:<6}{ours / theirs:>8.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("text", help="one sentence a line; may be compressed")
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--order", type=int, default=5)
    parser.add_argument("--memory", default="2G")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    for tool in ("lmplz", "build_binary", "query"):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is not on PATH")

    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        lines = list(itertools.islice(read_lines(options.text), options.lines))
        text = place / "text"
        text.write_text("\n".join(lines) + "\n", encoding="utf-8")
        order, dragoman = str(options.order), [sys.executable, "-m", "dragoman", "lm"]
        print(
            f"{len(lines)} lines, order {order}\n{'':<34}{'dragoman':>14}{'kenlm':>14}{'ratio':>15}"
        )

        ours = run(
            [*dragoman, "build", "-o", order, "--limit-memory", options.memory, str(text)],
            text,
            place / "ours.arpa",
        )
        theirs = run(
            ["lmplz", "-o", order, "-S", options.memory, "-T", name, "--discount_fallback"],
            text,
            place / "theirs.arpa",
        )
        report("build to ARPA, CPU", ours[0], theirs[0], "s")
        report("build to ARPA, wall", ours[1], theirs[1], "s")

        arpa = str(place / "theirs.arpa")
        for layout, kind in (("hash", "probing"), ("compact", "trie")):
            ours = run([*dragoman, "binarize", "--layout", layout, arpa, str(place / layout)], text)
            theirs = run(["build_binary", kind, arpa, str(place / kind)], text)
            report(f"binarize {layout} / {kind}, CPU", ours[0], theirs[0], "s")
            sizes = directory_size(place / layout) / 1e6, (place / kind).stat().st_size / 1e6
            report(f"size {layout} / {kind}", *sizes, "MB")

            start = time.perf_counter()
            lm = LanguageModel.open(place / layout)
            opened = time.perf_counter() - start
            lm.native.score_lines(lines)
            best = [float("inf"), float("inf")]
            for _ in range(options.repeat):
                start = time.process_time()
                words = lm.native.score_lines(lines)[:, 1].sum()
                best[0] = min(best[0], time.process_time() - start)
                query = run(["query", "-v", "summary", str(place / kind)], text)
                best[1] = min(best[1], query[0])
            nanoseconds = [seconds / words * 1e9 for seconds in best]
            report(f"query {layout} / {kind}, CPU", nanoseconds[0], nanoseconds[1], "ns/w")
            print(f"open {layout}: {opened * 1000:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
