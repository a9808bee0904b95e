"""Extraction against Moses' train-model.perl steps 4 to 7: same bitext, same links, one run.

    python -m benchmarks.speed.extract --source train.de --target train.en --alignment train.align [--pairs 200000]

Moses is found by ``--moses DIR`` (its source directory) or by its program ``extract`` on PATH; without it only our own
times are shown. Both get ``--threads`` cores. Times are user + system CPU seconds and wall seconds of the whole
programs, reading and writing included; the tables are compared number by number.
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

import numpy as np

from dragoman.grammar import RuleTable, read_moses, write_moses
from dragoman.io.files import read_lines


@dataclass(frozen=True)
class Cost:
    cpu: float
    wall: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.cpu:9.1f} s CPU {self.wall:9.1f} s wall {self.megabytes:9.0f} MB peak"


def run(command: list[str]) -> Cost:
    """Runs a program and its children; peak memory is that of the largest process."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{said.decode(errors='replace')[-2000:]}")
    wall = time.perf_counter() - start
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def find_moses(named: str | None) -> Path | None:
    """Moses' train-model.perl."""
    program = shutil.which("extract")
    roots = [Path(named)] if named else []
    roots += [Path(program).resolve().parents[1]] if program else []
    scripts = [root / "scripts" / "training" / "train-model.perl" for root in roots]
    return next((script for script in scripts if script.is_file()), None)


def prepare(arguments: argparse.Namespace, place: Path) -> None:
    (place / "corpus").mkdir()
    (place / "model").mkdir()
    for path, name in (
        (arguments.source, "corpus/corpus.f"),
        (arguments.target, "corpus/corpus.e"),
        (arguments.alignment, "model/aligned.grow-diag-final-and"),
    ):
        with (place / name).open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(f"{line}\n" for line in islice(read_lines(path), arguments.pairs))


def run_ours(place: Path, form: str, arguments: argparse.Namespace) -> Cost:
    command = [sys.executable, "-m", "dragoman", "extract", "--format", form]
    command += ["--source", str(place / "corpus/corpus.f")]
    command += ["--target", str(place / "corpus/corpus.e")]
    command += ["--alignment", str(place / "model/aligned.grow-diag-final-and")]
    command += ["--output", str(place / f"ours.{form}"), "--reordering", arguments.reordering]
    return run([*command, "--threads", str(arguments.threads)])


def run_moses(script: Path, place: Path, arguments: argparse.Namespace) -> Cost:
    model = "" if arguments.reordering == "wbe" else f"{arguments.reordering}-"
    options = {
        "-root-dir": str(place),
        "-corpus": str(place / "corpus/corpus"),
        "-f": "f",
        "-e": "e",
        "-alignment": "grow-diag-final-and",
        "-reordering": f"{model}msd-bidirectional-fe",
        "-first-step": "4",
        "-last-step": "7",
        "-cores": str(arguments.threads),
    }
    return run(["perl", str(script), *(word for pair in options.items() for word in pair)])


def differences(ours: RuleTable, theirs: RuleTable, place: Path) -> str:
    rows = []
    for name, table in (("a", ours), ("b", theirs)):
        write_moses(table, place / name)
        fields = (line.split(" |||") for line in read_lines(place / name))
        rows.append({(f[0], f[1], f[3]): row for row, f in enumerate(fields)})
    shared = rows[0].keys() & rows[1].keys()
    left = np.array([rows[0][key] for key in shared])
    right = np.array([rows[1][key] for key in shared])
    worst = 0.0
    for name in ("scores", "reordering"):
        logs = np.abs(ours.array(name)[left] - theirs.array(name)[right])
        worst = max(worst, float(logs.max(initial=0.0)))
    return (
        f"{len(shared)} pairs in both tables, {len(rows[0]) - len(shared)} only in ours, "
        f"{len(rows[1]) - len(shared)} only in Moses'; largest difference of a logarithm {worst:.1e}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("source", "target", "alignment"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--pairs", type=int, help="use only the first so many")
    parser.add_argument("--reordering", choices=("wbe", "phrase", "hier"), default="wbe")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--moses", help="Moses' source directory")
    arguments = parser.parse_args()
    script = find_moses(arguments.moses)
    with tempfile.TemporaryDirectory(prefix="dragoman-") as directory:
        place = Path(directory)
        prepare(arguments, place)
        ours = run_ours(place, "model", arguments)
        print(f"dragoman, rule table  {ours}", flush=True)
        text = run_ours(place, "moses", arguments)
        print(f"dragoman, Moses files {text}", flush=True)
        if script is None:
            print("Moses was not found: no ratio")
            return
        theirs = run_moses(script, place, arguments)
        print(f"Moses steps 4 to 7    {theirs}", flush=True)
        print(
            f"ratio, rule table:  CPU {theirs.cpu / ours.cpu:.1f}, wall {theirs.wall / ours.wall:.1f}"
        )
        print(
            f"ratio, Moses files: CPU {theirs.cpu / text.cpu:.1f}, wall {theirs.wall / text.wall:.1f}"
        )
        moses = read_moses(
            place / "model" / "phrase-table.gz",
            next((place / "model").glob("reordering-table.*.gz")),
        )
        print(differences(RuleTable.open(place / "ours.model"), moses, place))


if __name__ == "__main__":
    main()
